// About: what this page is, and the licences of all that is in it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { aboutParts, type AboutPart } from '../packed';
import type { ViewProps } from '../state';
import { textOf } from './ask';
import { Fold } from './parts';

export function AboutDialog(_: ViewProps): JSX.Element {
  const [parts, setParts] = useState<readonly AboutPart[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    aboutParts().then(setParts, (error: unknown) => setFault(textOf(error)));
  }, []);
  const [own, ...others] = parts;
  return (
    <div class="view-about">
      <p>
        This page reads performance logs of Windows and of OpenPerflib with the core of the command perflib. It cannot connect to
        anything: a log stays on this computer.
      </p>
      {fault === '' ? null : <p role="alert">The licences could not be unpacked: {fault}</p>}
      {own === undefined ? null : <p>{own.name} {own.version}, {own.licence}</p>}
      {own === undefined ? null : <Licence part={own} />}
      {others.length === 0 ? null : <h3>Also in this file</h3>}
      {others.map((part) => <Licence key={part.name} part={part} />)}
    </div>
  );
}

function Licence({ part }: { part: AboutPart }): JSX.Element {
  return (
    <Fold summary={`${part.name} ${part.version}: ${part.licence}`}>
      {() => <pre class="view-licence" tabIndex={0}>{part.text}</pre>}
    </Fold>
  );
}
