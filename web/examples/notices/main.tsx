/** The product with one more area: for looking at it and for its journey. */
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App.tsx';
import { areas } from '@/app/areas.ts';
import { createQueryClient } from '@/app/providers/queryClient.ts';
import { createRouter, routesWith } from '@/app/router.tsx';
import { area } from './area.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const router = createRouter(routesWith([...areas, area]));
createRoot(root).render(<App client={createQueryClient()} router={router} />);
