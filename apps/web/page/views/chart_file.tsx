// The charts as a file: one SVG with the panels of view 1, drawn as it draws them, or the same as PNG.
import { render, type JSX } from 'preact';
import type { PictureAnswer } from '../answers';
import { axisTexts, dashOf, drawingOf, fillAlphas, lookOf, titleOfChart, type ChartLine, type Drawing, type Look } from '../charts/drawing';
import { factorText } from '../charts/factor';
import type { Line, LineStatistics } from '../charts/line';
import { pathOf, SvgPen } from '../charts/paths';
import { linesOf } from '../charts/picture';
import type { Core } from '../core';
import type { Palette } from '../palette';
import { panelsOf, titleOf } from '../series';
import { dashes, type Series, type Span, type State, type Unit } from '../state';
import { spanText, zoneName, type ShownClock } from '../times';
import { Axes, innerSize, type PlotColours } from './plot_chart';
import { partOf, textIn, upToStop } from './values';

const width = 1200;
const plotHeight = 240;
const headHeight = 56;
const titleHeight = 28;
const legendRow = 20;
const margin = 16;
const mostTicks = 5;

export interface ChartPanel {
  readonly key: string;
  readonly title: string;
  readonly unit: Unit;
  readonly look: Look;
  readonly lines: readonly ChartLine[];
}

export interface ChartPanels {
  readonly title: string;
  readonly severalSources: boolean;
  readonly span: Span;
  readonly panels: readonly ChartPanel[];
}

// Returns what the charts show now, in as many rows as the file is wide.
export async function chartPanels(core: Core, state: State): Promise<ChartPanels> {
  const span = state.visible ?? { begin: 0, end: 1 };
  const shown = state.series.filter((one) => !one.hidden);
  const lines = new Map<string, Line>();
  for (const source of state.sources) {
    const series = shown.filter((one) => one.letter === source.letter);
    const part = partOf(source, span);
    if (series.length === 0 || part === null) continue;
    const args = { log: source.log, paths: series.map((one) => one.path), ...part, pixels: width, limit: 1000, statistics: true, ...upToStop(source) };
    for (const line of linesOf(await core.ask<PictureAnswer>('picture', args), series)) lines.set(line.key, line);
  }
  const lineOf = (series: Series): ChartLine[] => {
    const line = lines.get(series.key);
    return line === undefined ? [] : [{ series, line }];
  };
  const panels = panelsOf(shown, state.options.factors).map((panel) => {
    return { key: panel.key, title: titleOfChart(panel), unit: panel.unit, look: lookOf(panel, state), lines: panel.series.flatMap(lineOf) };
  });
  const title = state.sources.map((source) => source.name).join(', ');
  return { title, severalSources: state.sources.length > 1, span, panels: panels.filter((panel) => panel.lines.length > 0) };
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
        return <PanelSvg key={panel.key} panel={panel} charts={charts} clock={clock} colours={colours} ink={palette.ink} top={at} />;
      })}
    </svg>
  );
}

interface PanelProps {
  readonly panel: ChartPanel;
  readonly charts: ChartPanels;
  readonly clock: ShownClock;
  readonly colours: PlotColours;
  readonly ink: string;
  readonly top: number;
}

function PanelSvg({ panel, charts, clock, colours, ink, top }: PanelProps): JSX.Element {
  const { span } = charts;
  const drawing = drawingOf(panel.lines, panel.unit, panel.look, mostTicks);
  const labels = axisTexts(panel.unit, panel.look, drawing.axis.ticks);
  return (
    <g transform={`translate(0 ${top})`}>
      <text x={margin} y={18} font-weight="600" fill={ink}>{panel.title}</text>
      <Axes y={titleHeight} width={width} height={plotHeight} span={span} clock={clock} colours={colours} axis={drawing.axis} labels={labels}>
        <LinesSvg panel={panel} drawing={drawing} span={span} colours={colours} />
      </Axes>
      {panel.lines.map(({ series, line }, row) => (
        <g key={series.key} transform={`translate(${margin} ${titleHeight + plotHeight + row * legendRow})`}>
          <line y1={9} x2={28} y2={9} stroke={colours.lines[series.colour]} stroke-width="2" stroke-dasharray={(dashes[series.dash] ?? []).join(' ')} />
          <text x={38} y={14} fill={ink}>{titleOf(series, charts.severalSources)}{panel.look.isScaled ? ` (${factorText(series)})` : ''}</text>
          <text x={width - 2 * margin} y={14} text-anchor="end" fill={colours.text}>{legendText(series, line?.statistics ?? null)}</text>
        </g>
      ))}
    </g>
  );
}

interface LinesProps {
  readonly panel: ChartPanel;
  readonly drawing: Drawing;
  readonly span: Span;
  readonly colours: PlotColours;
}

// Lines are cut off at the axes, where half of their width may stand out.
function LinesSvg({ panel, drawing, span, colours }: LinesProps): JSX.Element {
  const { look, lines } = panel;
  const inner = innerSize(width, plotHeight);
  const [outerWidth, outerHeight] = [inner.width + 2, inner.height + 2];
  return (
    <svg x={-1} y={-1} width={outerWidth} height={outerHeight} viewBox={`-1 -1 ${outerWidth} ${outerHeight}`}>
      {lines.map(({ series, line }, index) => {
        const drawn = drawing.lines.get(series.key);
        if (drawn === undefined) return null;
        const frame = { left: 0, top: 0, ...inner, ...span, low: drawn.low, high: drawn.high };
        const shape = { kind: look.kind, below: drawn.below, index, count: lines.length, slot: drawing.slot, pixel: 1 };
        const { stroke, fill } = pathOf(drawn.line, frame, shape, () => new SvgPen());
        const colour = colours.lines[series.colour] ?? colours.text;
        const dash = dashOf(series, line, look, span, inner.width).join(' ');
        return (
          <g key={series.key} stroke-linejoin="round" stroke-linecap="round">
            {fill === null ? null : <path d={fill.text} fill={colour} fill-opacity={fillAlphas[look.kind]} />}
            <path d={stroke.text} fill="none" stroke={colour} stroke-width="1.5" stroke-dasharray={dash} />
          </g>
        );
      })}
    </svg>
  );
}

// The statistics of a line are in its unit already.
function legendText({ unit, type }: Series, statistics: LineStatistics | null): string {
  if (statistics === null) return '';
  const text = (value: number | null): string => textIn({ unit, type, factor: 1 }, value);
  return `average ${text(statistics.average)}, lowest ${text(statistics.min)}, highest ${text(statistics.max)}`;
}

// Returns the picture with two pixels for one, so that it is sharp on any screen.
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
