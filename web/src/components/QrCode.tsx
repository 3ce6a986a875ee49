import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** Free squares around it, without which cameras do not find it. */
const BORDER = 4;

type QrCodeProps = {
  /** What a camera reads. */
  text: string;
  /** What it is, for who does not see it. */
  label: string;
};

/** Something for a phone's camera; dark on white in either scheme, or some cameras do not read it. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
