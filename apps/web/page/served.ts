// Whether this is the page for servers, whose policy comes as a header: then the page itself does
// not forbid connections, and does not say so.
export function isServed(): boolean {
  return document.querySelector('meta[http-equiv="Content-Security-Policy"]') === null;
}
