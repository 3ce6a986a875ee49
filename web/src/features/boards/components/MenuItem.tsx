import type { ReactNode } from 'react';
import { dropdownItem } from '@/components/Dropdown.tsx';

type MenuItemProps = { onClick: () => void; children: ReactNode };

export const MenuItem = ({ onClick, children }: MenuItemProps) => (
  <button type="button" className={dropdownItem} onClick={onClick}>
    {children}
  </button>
);
