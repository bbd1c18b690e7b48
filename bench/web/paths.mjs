// The paths of the first series of a log. `ask` gives the text of an answer.
export async function firstPaths(ask, log, count) {
  const list = JSON.parse(await ask('list', { log, details: true, limit: 10, instances: count }));
  const paths = list.objects.flatMap(({ name, instances = [null], counters }) => instances.flatMap((instance) => counters.map(
    (counter) => `\\${instance === null ? name : `${name}(${instance})`}\\${counter.name}`,
  )));
  return paths.slice(0, count);
}
