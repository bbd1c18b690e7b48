// Export: the charts as a picture, the values as a text log or a binary log, the report as a page,
// the view as JSON.
import type { JSX, TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { CoreError } from '../core';
import { stopText } from '../messages';
import { countText, plural, quantityText } from '../numbers';
import { usePalette } from '../palette';
import type { Series, Source, State, ViewProps } from '../state';
import { clockOf } from '../times';
import { textOf } from './ask';
import { chartPanels, pictureSvg, pngOf } from './chart_file';
import { commandOf, exportArgs, exportName, type ExportChoice, type ExportFormat } from './export_parts';
import { Choice, SourceChoice, chosenSource } from './parts';
import { save, saveReport } from './saving';
import { viewFile } from './view_file';

interface ExportAnswer {
  readonly file: string;
  readonly records: number;
  readonly paths: number;
  readonly bytes: number;
}

interface FormatRow {
  readonly format: ExportFormat;
  readonly name: string;
  readonly note: string;
}

const formats: readonly FormatRow[] = [
  { format: 'png', name: 'PNG', note: 'the charts as a picture, with legend, times and zone' },
  { format: 'svg', name: 'SVG', note: 'the same as lines, which stay sharp in any size' },
  { format: 'csv', name: 'CSV', note: 'the values, as perflib convert and typeperf write them' },
  { format: 'blg', name: 'BLG', note: 'the readings, for Perfmon, relog and this page' },
  { format: 'html', name: 'Report', note: 'the report as a page, as perflib report writes it' },
  { format: 'json', name: 'View', note: 'which counters and which time, as JSON, to drop on this page beside its logs' },
];

function isOfValues(format: ExportFormat): boolean {
  return format === 'csv' || format === 'blg';
}

export function ExportDialog(props: ViewProps): JSX.Element {
  const { state } = props;
  const [source, chooseSource] = chosenSource(props);
  const [format, setFormat] = useState<ExportFormat>('png');
  const [which, setWhich] = useState<ExportChoice['which']>('chosen');
  const [part, setPart] = useState<ExportChoice['part']>('visible');
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const [isWriting, setWriting] = useState(false);
  const palette = usePalette(state.options.theme);
  if (source === null || state.visible === null) return <p>{source === null ? 'No log is open' : 'No log has a sample'}, so there is nothing to export.</p>;
  const choice: ExportChoice = { format, which, part };
  const series = state.series.filter((one) => one.letter === source.letter);
  const obstacle = obstacleTo(choice, source, series, state);

  const write = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setFault('');
    setSaid('');
    setWriting(true);
    try {
      setSaid(await written(props, source, series, choice, palette));
    } catch (error) {
      setFault(faultText(error, source, format));
    }
    setWriting(false);
  };
  return (
    <form class="view-export" onSubmit={(event) => void write(event)}>
      <FormatChoice chosen={format} onChoose={setFormat} />
      {isOfValues(format) ? (
        <div class="view-bar">
          <SourceChoice state={state} letter={source.letter} onChoose={chooseSource} />
          <Choice label="Counters" value={which} onChoose={setWhich}
            options={[{ value: 'chosen', label: `the chosen ones (${countText(series.length)})` }, { value: 'all', label: 'all of the log' }]} />
          <Choice label="Time" value={part} onChoose={setPart}
            options={[{ value: 'visible', label: 'the visible part' }, { value: 'whole', label: 'the whole log' }]} />
        </div>
      ) : null}
      {format === 'html' ? <div class="view-bar"><SourceChoice state={state} letter={source.letter} onChoose={chooseSource} /></div> : null}
      {obstacle === '' ? null : <p class="view-note">{obstacle}</p>}
      {source.stopped !== null && (isOfValues(format) || format === 'html') ? (
        <p class="view-note">{stopText(source, clockOf(state))}; this export reads the whole log.</p>
      ) : null}
      <div class="view-bar">
        <button type="submit" class="is-main" disabled={isWriting || obstacle !== ''}>{isWriting ? 'Writing …' : 'Export'}</button>
        <span role="status">{said}</span>
      </div>
      {fault === '' ? null : <p class="view-fault" role="alert">{fault}</p>}
    </form>
  );
}

function FormatChoice({ chosen, onChoose }: { chosen: ExportFormat; onChoose: (format: ExportFormat) => void }): JSX.Element {
  const name = useId();
  return (
    <fieldset class="view-formats">
      <legend>Format</legend>
      {formats.map((row) => (
        <label key={row.format}>
          <input type="radio" name={name} value={row.format} checked={row.format === chosen} onChange={() => onChoose(row.format)} />{' '}
          <strong>{row.name}</strong> <span class="view-soft">{row.note}</span>
        </label>
      ))}
    </fieldset>
  );
}

// Why that cannot be exported; empty: it can.
function obstacleTo({ format, which }: ExportChoice, source: Source, series: readonly Series[], state: State): string {
  if (format === 'blg' && !source.holdsReadings) return 'This log has values, not readings, so it cannot become a .blg. CSV is possible.';
  if (isOfValues(format) && which === 'chosen' && series.length === 0) return 'No counter of this log is chosen.';
  const isPicture = format === 'png' || format === 'svg';
  return isPicture && state.series.every((one) => one.hidden) ? 'No counter is shown in the charts.' : '';
}

// Writes the file, and says what was written.
async function written(props: ViewProps, source: Source, series: readonly Series[], choice: ExportChoice, palette: Parameters<typeof pictureSvg>[2]): Promise<string> {
  const { state, core } = props;
  const name = exportName(source, choice.format);
  if (choice.format === 'json') {
    save(new Blob([viewFile(state)], { type: 'application/json' }), name);
    return `${name} was written.`;
  }
  if (choice.format === 'html') return saveReport(core, source);
  if (choice.format === 'png' || choice.format === 'svg') {
    const picture = pictureSvg(await chartPanels(core, state), clockOf(state), palette);
    const svg = new Blob([picture.text], { type: 'image/svg+xml' });
    save(choice.format === 'svg' ? svg : await pngOf(svg, picture.width, picture.height), name);
    return `${name} was written.`;
  }
  const { result } = await core.ask<ExportAnswer>('export', exportArgs(source, series, state, choice, name));
  save(await core.saved(result.file), name);
  return `${name} was written: ${plural(result.records, 'sample')}, ${quantityText('bytes', result.bytes)}.`;
}

function faultText(error: unknown, source: Source, format: ExportFormat): string {
  const needsCommand = error instanceof CoreError && (error.kind === 'trap' || error.kind === 'full') && (isOfValues(format) || format === 'html');
  return textOf(error) + (needsCommand ? ` Without a browser, this command does it for the whole log: ${commandOf(source, format)}` : '');
}
