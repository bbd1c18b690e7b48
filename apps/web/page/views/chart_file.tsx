// The charts as a file: one SVG with a panel for each unit, or the same as PNG.
import { render, type JSX } from 'preact';
import type { PictureAnswer, PictureStatistics } from '../answers';
import type { Core } from '../core';
import type { Palette } from '../palette';
import { panelsOf, titleOf } from '../series';
import { dashes, type Series, type Span, type State, type Unit } from '../state';
import { spanText, zoneName, type ShownClock } from '../times';
import { titleOfUnit } from '../units';
import { plotColumns } from './plot';
import { Plot, type PlotColours, type PlotLine } from './plot_chart';
import { measureOf, partOf, textIn, type Measure } from './values';

const width = 1200;
const plotHeight = 240;
const headHeight = 56;
const titleHeight = 28;
const legendRow = 20;
const margin = 16;

export interface ChartPanel {
  readonly unit: Unit;
  readonly lines: readonly ChartLine[];
}

interface ChartLine extends PlotLine {
  readonly title: string;
  readonly measure: Measure;
  readonly statistics: PictureStatistics | null;
}

export interface ChartPanels {
  readonly title: string;
  readonly span: Span;
  readonly panels: readonly ChartPanel[];
}

// What the charts show now, asked again for the width of the file.
export async function chartPanels(core: Core, state: State): Promise<ChartPanels> {
  const span = state.visible ?? { begin: 0, end: 1 };
  const shown = state.series.filter((one) => !one.hidden);
  const lines = new Map<string, ChartLine>();
  for (const source of state.sources) {
    const series = shown.filter((one) => one.letter === source.letter);
    const part = partOf(source, span);
    if (series.length === 0 || part === null) continue;
    const args = { log: source.log, paths: series.map((one) => one.path), begin: part.begin, end: part.end, pixels: width, limit: 1000, statistics: true };
    const { result, numbers } = await core.ask<PictureAnswer>('picture', args);
    for (const pictured of result.series) {
      const one = series[pictured.path_number];
      if (one === undefined || lines.has(one.key)) continue;
      lines.set(one.key, {
        key: one.key, colour: one.colour, dash: one.dash, columns: plotColumns(result, pictured, numbers),
        title: titleOf(one, state.sources.length > 1), measure: { ...measureOf(source, one.path), factor: pictured.factor }, statistics: pictured.statistics ?? null,
      });
    }
  }
  const lineOf = (one: Series): ChartLine[] => {
    const line = lines.get(one.key);
    return line === undefined ? [] : [line];
  };
  const panels = panelsOf(shown).map((panel) => ({ unit: panel.unit, lines: panel.series.flatMap(lineOf) }));
  return { title: state.sources.map((source) => source.name).join(', '), span, panels: panels.filter((panel) => panel.lines.length > 0) };
}

interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

function panelHeight(panel: ChartPanel): number {
  return titleHeight + plotHeight + panel.lines.length * legendRow + margin;
}

// The text of the SVG. Texts of the log are text nodes in it, never markup.
export function pictureSvg(charts: ChartPanels, clock: ShownClock, palette: Palette): Picture {
  const height = headHeight + charts.panels.reduce((sum, panel) => sum + panelHeight(panel), 0) + margin;
  const holder = document.createElement('div');
  render(<ChartsSvg charts={charts} clock={clock} palette={palette} height={height} />, holder);
  const svg = holder.firstElementChild;
  const text = svg === null ? '' : new XMLSerializer().serializeToString(svg);
  render(null, holder);
  return { text, width, height };
}

interface ChartsProps {
  readonly charts: ChartPanels;
  readonly clock: ShownClock;
  readonly palette: Palette;
  readonly height: number;
}

function ChartsSvg({ charts, clock, palette, height }: ChartsProps): JSX.Element {
  const font = palette.font.replace(/^\S+\s+/u, '');
  const colours: PlotColours = { text: palette.soft, grid: palette.grid, band: palette.band, lines: palette.lines };
  let top = headHeight;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`} font-family={font} font-size="13">
      <rect width={width} height={height} fill={palette.card} />
      <text x={margin} y={26} font-size="18" font-weight="600" fill={palette.ink}>{charts.title}</text>
      <text x={margin} y={46} fill={palette.soft}>{spanText(charts.span, clock)}, {zoneName(clock, charts.span.begin)}</text>
      {charts.panels.map((panel) => {
        const at = top;
        top += panelHeight(panel);
        return <PanelSvg key={panel.unit} panel={panel} span={charts.span} clock={clock} colours={colours} ink={palette.ink} top={at} />;
      })}
    </svg>
  );
}

interface PanelProps {
  readonly panel: ChartPanel;
  readonly span: Span;
  readonly clock: ShownClock;
  readonly colours: PlotColours;
  readonly ink: string;
  readonly top: number;
}

function PanelSvg({ panel, span, clock, colours, ink, top }: PanelProps): JSX.Element {
  return (
    <g transform={`translate(0 ${top})`}>
      <text x={margin} y={18} font-weight="600" fill={ink}>{titleOfUnit(panel.unit)}</text>
      <Plot y={titleHeight} width={width} height={plotHeight} span={span} unit={panel.unit} lines={panel.lines} clock={clock} colours={colours} />
      {panel.lines.map((line, row) => (
        <g key={line.key} transform={`translate(${margin} ${titleHeight + plotHeight + row * legendRow})`}>
          <line y1={9} x2={28} y2={9} stroke={colours.lines[line.colour]} stroke-width="2" stroke-dasharray={(dashes[line.dash] ?? []).join(' ')} />
          <text x={38} y={14} fill={ink}>{line.title}</text>
          <text x={width - 2 * margin} y={14} text-anchor="end" fill={colours.text}>{legendText(line)}</text>
        </g>
      ))}
    </g>
  );
}

function legendText({ statistics, measure }: ChartLine): string {
  if (statistics === null) return '';
  const text = (value: number | null): string => textIn(measure, value);
  return `average ${text(statistics.average)}, lowest ${text(statistics.min)}, highest ${text(statistics.max)}`;
}

// The picture in two pixels for one, so that it is sharp on any screen.
export async function pngOf(svg: Blob, pictureWidth: number, pictureHeight: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * pictureWidth;
    canvas.height = 2 * pictureHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png === null) throw new Error('This browser could not make a PNG of that size. SVG is possible.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
