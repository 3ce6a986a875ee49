import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import { shellTexts } from '@/texts/shell.ts';
import classes from './SchemeSwitch.module.css';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };
const schemes: MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark or as the device: kept on the device, set before the first paint by index.html. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <fieldset className={classes.switch}>
      <legend className={classes.legend}>{shellTexts.colourScheme}</legend>
      {schemes.map((scheme) => {
        const Icon = icons[scheme];
        return (
          <label key={scheme} className={classes.choice}>
            <input
              type="radio"
              name={name}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            <span>{shellTexts.schemes[scheme]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
