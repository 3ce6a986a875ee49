/** The door for other features: what stands for an area that is built later. */
export { SoonCard } from './AreaView.tsx';
