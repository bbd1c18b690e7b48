// What two programs that write the same binary log have in common: all of its bytes but those that name the writer, the place
// and the log itself (docs/formats/blg.md).
const headerRecord = 0x48;
const names = headerRecord + 32 + 280; // of a writer of 64 bits: the GUID as text, then the path
const guidText = 2 * 37;
const guidInEvent = 48;

// Returns a copy without the process and the thread that wrote the log, and without the path of the file.
export function withoutWriter(log) {
  const copy = Buffer.from(log);
  copy.fill(0, 0x04, 0x08); // where the first buffer ends
  copy.fill(0, 0x30, 0x34);
  copy.fill(0, headerRecord + 4, headerRecord + 6); // the size of the record
  copy.fill(0, headerRecord + 8, headerRecord + 16);
  copy.fill(0, names + guidText, copy.readUInt32LE(0));
  for (const event of eventsOf(copy)) copy.fill(0, event + 8, event + 16);
  return copy;
}

// Returns a copy without the GUID of the log either.
export function withoutGuid(log) {
  const copy = withoutWriter(log);
  copy.fill(0, names, names + guidText);
  for (const event of eventsOf(copy)) copy.fill(0, event + guidInEvent, event + guidInEvent + 16);
  return copy;
}

export function guidOf(log) {
  const [first] = eventsOf(log);
  return new Uint8Array(log.subarray(first + guidInEvent, first + guidInEvent + 16));
}

// Where the events are. The first buffer has only the header.
function eventsOf(log) {
  const size = log.readUInt32LE(0);
  const events = [];
  for (let buffer = size; buffer < log.length; buffer += size) {
    const end = buffer + log.readUInt32LE(buffer + 0x30);
    for (let at = buffer + 0x48; at < end; at += 8 * Math.ceil(log.readUInt16LE(at) / 8)) events.push(at);
  }
  return events;
}
