export function StartPage() {
  return <h1>Kalender</h1>;
}
