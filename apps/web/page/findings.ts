// The findings of all open logs, and when they held.
import type { FiredInstance, FiredRule } from './answers';
import type { ChosenFinding, Source, Span, State } from './state';

export type Level = 'critical' | 'warning' | 'info';
export const levels: readonly Level[] = ['critical', 'warning', 'info'];

export interface ShownFinding {
  readonly source: Source;
  readonly index: number; // in `findings` of the report
  readonly rule: FiredRule;
  readonly instance: FiredInstance; // the worst
  readonly level: Level;
}

function levelOf(instance: FiredInstance): Level {
  return levels.find((level) => level === (instance.level ?? instance.severity)) ?? 'info';
}

// Returns the findings of all logs, the worst first; those of one level are in the order of the report.
export function findingsOf(state: State): ShownFinding[] {
  const found = state.sources.flatMap((source) => {
    if (source.report.kind !== 'done') return [];
    return source.report.answer.findings.flatMap((rule, index) => {
      const instance = rule.instances[0];
      return instance === undefined ? [] : [{ source, index, rule, instance, level: levelOf(instance) }];
    });
  });
  return found.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

// Returns when findings held, of all of their instances, by the level of each.
export function heldRuns(findings: readonly ShownFinding[]): ReadonlyMap<Level, readonly Span[]> {
  const held = new Map<Level, Span[]>(levels.map((level) => [level, []]));
  for (const instance of findings.flatMap((one) => one.rule.instances)) held.get(levelOf(instance))?.push(...runsOf(instance));
  return held;
}

export function runsOf(instance: FiredInstance): Span[] {
  return (instance.runs ?? []).map((run) => ({ begin: run.begin_unix, end: run.end_unix }));
}

export function isChosen(finding: ShownFinding, chosen: ChosenFinding | null): boolean {
  return chosen !== null && chosen.letter === finding.source.letter && chosen.index === finding.index;
}

// Returns the runs of the chosen finding, which are bands behind the charts.
export function chosenRuns(state: State): Span[] {
  const { finding } = state;
  if (finding === null) return [];
  const source = state.sources.find((one) => one.letter === finding.letter);
  if (source?.report.kind !== 'done') return [];
  const instance = source.report.answer.findings[finding.index]?.instances[finding.instance ?? 0];
  return instance === undefined ? [] : runsOf(instance);
}

// Returns the time of the worst value of an instance; null: the report does not have it.
export function worstTime(instance: FiredInstance): number | null {
  const run = instance.runs?.[instance.worst_run ?? 0];
  return run?.worst_at_unix ?? run?.begin_unix ?? null;
}
