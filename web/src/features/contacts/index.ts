export { Common, statusLine } from './components/PersonCard.tsx';
export { StatusButton } from './components/StatusButton.tsx';
