// The answers of the tools that the page asks, as docs/protocol.md describes them. Members that may
// be left out are optional; numbers that are not known are null.

// Columns of numbers are parts of the array that comes with an answer.
export interface NumberColumn {
  readonly offset: number;
  readonly count: number;
}

export type UnixSpan = readonly [begin: number, end: number];

// How far a log was read, if not to its end.
export interface UnfinishedReading {
  readonly read_bytes: number;
  readonly size_bytes: number;
  readonly read_to_unix: number | null; // the last sample that was read
}

// open_log
export interface OpenLogAnswer {
  readonly log: string;
  readonly files: readonly string[];
  readonly format: string;
  readonly holds: 'readings' | 'values';
  readonly machine?: string;
  readonly zone?: string;
  readonly records: number;
  readonly bias_minutes: number | null;
  readonly first_unix: number | null;
  readonly last_unix: number | null;
  readonly unfinished?: UnfinishedReading;
  readonly interval_seconds: number | null;
  readonly gaps?: readonly UnixSpan[];
  readonly gaps_left_out?: number; // at most 900
  readonly damage?: readonly DamageAnswer[];
  readonly odd?: readonly string[];
  readonly odd_count?: number; // of all places, also of those that `damage` lacks
  readonly readings_were_lost?: boolean;
  readonly notes?: readonly NoteAnswer[];
  readonly notes_left_out?: number;
  readonly note_remarks?: readonly string[];
  readonly names?: readonly string[];
}

export interface NoteAnswer {
  readonly time_unix: number;
  readonly text: string;
}

export interface DamageAnswer {
  readonly text: string;
  readonly is_loss: boolean;
  readonly skipped_bytes?: number;
  readonly skipped_records?: number;
}

// list, with details
export interface ListAnswer {
  readonly objects: readonly ListedObject[];
  readonly left_out?: number;
}

export interface ListedObject {
  readonly name: string;
  readonly original_name?: string;
  readonly machine?: string;
  readonly measures?: string;
  readonly help?: string;
  readonly instance_count?: number;
  readonly instances?: readonly string[];
  readonly counters?: readonly ListedCounter[];
  readonly counter_count?: number;
}

export interface ListedCounter {
  readonly name: string;
  readonly original_name?: string;
  readonly measures?: string;
  readonly help?: string;
  readonly unit?: string;
  readonly factor?: number;
  readonly type?: string | null;
  readonly scale?: number | null;
  readonly is_default?: boolean;
  readonly has_values?: boolean;
  readonly reason?: string;
}

// picture
export interface PictureAnswer {
  readonly records: number;
  readonly begin_unix: number;
  readonly end_unix: number;
  readonly bias_minutes: number | null;
  readonly interval_seconds: number | null;
  readonly holds?: 'readings' | 'values';
  readonly in_part: number;
  readonly rows: number;
  readonly unfinished?: UnfinishedReading;
  readonly times: NumberColumn;
  readonly ends: NumberColumn;
  readonly gaps?: readonly UnixSpan[];
  readonly series: readonly PicturedSeries[];
  readonly series_left_out?: number;
  readonly unmatched?: readonly UnmatchedPath[];
}

export interface PicturedSeries {
  readonly path: string;
  readonly title: string;
  readonly path_number: number;
  readonly type: string | null;
  readonly unit: string;
  readonly factor: number;
  readonly scale: number | null;
  readonly first: NumberColumn;
  readonly least: NumberColumn;
  readonly largest: NumberColumn;
  readonly last: NumberColumn;
  readonly average: NumberColumn;
  readonly breaks?: readonly number[];
  readonly statistics?: PictureStatistics;
}

export interface PictureStatistics {
  readonly count: number;
  readonly gaps: number;
  readonly min: number | null;
  readonly average: number | null;
  readonly max: number | null;
  readonly last: number | null;
  readonly p95: number | null;
  readonly percentiles_exact?: boolean;
  readonly average_is_mean?: boolean;
}

export interface UnmatchedPath {
  readonly path: string;
  readonly reason: string;
}

// report, with details
export interface ReportAnswer {
  readonly verdict: string;
  readonly coverage: string;
  readonly zone?: string;
  readonly findings: readonly FiredRule[];
  readonly briefly: readonly FiredRule[];
  readonly old_rules?: readonly FiredRule[];
  readonly about_the_log: readonly QualityNote[];
  readonly counts?: RuleCounts;
  readonly passed?: readonly { readonly rule: string; readonly title: string; readonly remarks?: readonly string[] }[];
  readonly skipped?: readonly SkippedRules[];
  readonly facts?: readonly MachineFacts[];
}

export interface RuleCounts {
  readonly critical: number;
  readonly warning: number;
  readonly info: number;
  readonly brief: number;
  readonly rules: number;
  readonly judged: number;
  readonly passed: number;
  readonly skipped: number;
}

export interface FiredRule {
  readonly rule: string;
  readonly title: string;
  readonly why_it_matters: string;
  readonly look_at?: readonly string[] | string;
  readonly paths: readonly string[];
  readonly remarks?: readonly string[];
  readonly unit?: string;
  readonly instances: readonly FiredInstance[];
}

export interface FiredInstance {
  readonly of: string;
  readonly severity: string;
  readonly level?: string;
  readonly text: string;
  readonly culprits?: string;
  readonly account?: string;
  readonly instance?: string | null;
  readonly process_id?: number | null;
  readonly paths?: readonly string[];
  readonly runs?: readonly FindingRun[];
  readonly run_count?: number;
  readonly worst_run?: number | null;
  readonly first_unix?: number | null;
  readonly last_unix?: number | null;
}

export interface FindingRun {
  readonly begin_unix: number;
  readonly end_unix: number;
  readonly average: number | null;
  readonly worst: number | null;
  readonly worst_at_unix: number | null;
}

export interface QualityNote {
  readonly id?: string;
  readonly severity: string;
  readonly text: string;
  readonly times?: readonly UnixSpan[];
}

export interface SkippedRules {
  readonly reason: string;
  readonly rules: readonly { readonly rule: string; readonly title: string }[];
}

export interface MachineFacts {
  readonly machine: string;
  readonly facts: readonly { readonly text: string; readonly source: string }[];
}
