import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { adminLimitsTexts as texts } from '@/texts/administration.ts';
import { limitsQuery } from '../api.ts';
import { quotaWords, rateWords } from '../limits.ts';
import type { Limits as LimitsInForce } from '../types.ts';
import classes from './administration.module.css';

/** How often and how many: what is in force on this server. */
export default function Limits() {
  const { data, error, refetch } = useQuery(limitsQuery);
  return (
    <section className={classes.part} aria-labelledby="limits">
      <h2 id="limits">{texts.title}</h2>
      {data ? (
        <Tables limits={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}

function Tables({ limits: { limits, quotas } }: { limits: LimitsInForce }) {
  return (
    <>
      <h3 id="rates">{texts.rates}</h3>
      {limits.length === 0 ? (
        <p className={classes.faint}>{texts.off}</p>
      ) : (
        <table className={classes.table} aria-labelledby="rates">
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.rate}</th>
              <th scope="col">{texts.burst}</th>
            </tr>
          </thead>
          <tbody>
            {limits.map(({ name, ...limit }) => {
              const { rate, burst } = rateWords(limit.rate);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{rate}</td>
                  <td>{burst}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <h3 id="quotas">{texts.quotas}</h3>
      {quotas.length === 0 ? (
        <p className={classes.faint}>{texts.noQuotas}</p>
      ) : (
        <table className={classes.table} aria-labelledby="quotas">
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {quotas.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{texts.names[name] ?? name}</th>
                <td>{quotaWords(name, value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
