// The icons of the page: lines of one width in the colour of the text.
import type { JSX } from 'preact';

const shapes = {
  open: 'M2 12.5v-9h4l1.5 2H14v7z',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3L14 14',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  export: 'M8 10V2.5M5 5l3-2.7L11 5M2.5 9.5v4h11v-4',
  star: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z',
  counters: 'M2.5 4h2M6.5 4h7M4.5 8h2M8.5 8h5M4.5 12h2M8.5 12h5',
  whole: 'M2 8h12M4.5 5.5L2 8l2.5 2.5M11.5 5.5L14 8l-2.5 2.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.2v4M8 4.7v.6',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }): JSX.Element {
  return (
    <svg class={filled ? 'icon is-filled' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
