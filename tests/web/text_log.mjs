// A log of values as text: a counter in each column, and a row for each second that is given, as [second, value ...].
// A path without its machine is of the machine S.
export function textLog(name, paths, rows, zone = '(UTC)(0)') {
  const header = [`(PDH-CSV 4.0) ${zone}`, ...paths.map((path) => (path.startsWith('\\\\') ? path : `\\\\S\\${path}`))];
  const timeOf = (second) => new Date(1000 * (36_000 + second)).toISOString().slice(11, 19); // from 10:00
  const lines = rows.map(([second, ...values]) => [`11/21/2026 ${timeOf(second)}.000`, ...values]);
  return { name, bytes: Buffer.from([header, ...lines].map((cells) => `"${cells.join('","')}"\r\n`).join('')) };
}
