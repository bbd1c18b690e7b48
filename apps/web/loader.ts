// The only script that stands in the page as it is: it unpacks the style and the script of the page and
// adds them, which the policy allows by their hashes.

import { packedText } from './page/packed';

function sayTooOld(): void {
  const page = document.getElementById('page');
  if (page !== null) page.textContent = 'This browser is too old: it needs DecompressionStream.';
}

// The page sets the theme that was chosen. Until it runs, the colours are those of the system.
async function run(): Promise<void> {
  document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  for (const [name, tag] of [['style', 'style'], ['page', 'script']] as const) {
    const element = document.createElement(tag);
    element.textContent = await packedText(name);
    document.head.append(element);
  }
}

if (typeof DecompressionStream === 'function') {
  void run();
} else {
  sayTooOld();
}
