import { encode } from 'uqr';
import { addTexts } from '@/texts/contacts.ts';
import classes from './add.module.css';

/** Free squares around it, without which cameras do not find it. */
const BORDER = 4;

/** An address for a phone's camera; dark on white in either scheme, or some cameras do not read it. */
export default function QrCode({ address }: { address: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={addTexts.me.code}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
