import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import classes from './administration.module.css';

type SearchFieldProps = { label: string; field: ReturnType<typeof useFieldInAddress> };

/** A search whose words stand in the address. */
export function SearchField({ label, field }: SearchFieldProps) {
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={field.value}
      onChange={({ currentTarget }) => field.type(currentTarget.value)}
      onBlur={field.rest}
    />
  );
}
