import { IconDatabase } from '@tabler/icons-react';
import { EmptyState } from '@/components/states.tsx';
import { sizeOf } from '@/lib/sizes.ts';
import { adminStorageTexts as texts } from '@/texts/administration.ts';
import type { Administration } from '../types.ts';
import classes from './administration.module.css';

function countWords(count?: number | null, most?: number | null): string {
  if (count == null) return '–';
  const n = count.toLocaleString('sv-SE');
  return most == null ? n : texts.countOf(n, most.toLocaleString('sv-SE'));
}

/** How much is kept, of what. */
export default function Storage({ of: { storage } }: { of: Administration }) {
  const { usedBytes, mostBytes, areas } = storage;
  const [used, all] = [sizeOf(usedBytes), sizeOf(mostBytes)];
  return (
    <section className={classes.part} aria-labelledby="storage">
      <h2 id="storage">{texts.title}</h2>
      <p>{mostBytes > 0 ? texts.used(used, all) : texts.usedAll(used)}</p>
      {mostBytes > 0 && (
        <meter
          className={classes.bar}
          aria-label={texts.bar}
          min={0}
          max={mostBytes}
          value={usedBytes}
        >
          {texts.used(used, all)}
        </meter>
      )}
      {areas.length === 0 ? (
        <EmptyState {...texts.none} icon={<IconDatabase size={28} stroke={1.5} />} />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.area}</th>
              <th scope="col">{texts.size}</th>
              <th scope="col">{texts.count}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map(({ area, bytes, count, most }) => (
              <tr key={area}>
                <th scope="row">{texts.areas[area] ?? area}</th>
                <td>{bytes == null ? '–' : sizeOf(bytes)}</td>
                <td>{countWords(count, most)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
