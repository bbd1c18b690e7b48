// The parts of the Worker, for tests and benches in Node, which give it files of the disk.

export { bytesOfText } from '../page/base85';
export { ChunkedFile, ChunkedReading, chunkSize, ChunkStore, type ByteReader } from './chunked_file';
export { decodeCodePage, hasCodePage } from './code_pages';
export { Files } from './files';
export { unpackLzma } from './lzma';
export { MemoryFile, mostWrittenBytes } from './memory_file';
export { ModuleHost } from './module_host';
export { Requests } from './requests';
