/** Form fields in Swedish. Their names are the server's, so that its words find them. */
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { accountTexts } from '@/texts/accounts.ts';

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      label={accountTexts.fields.email}
      {...props}
    />
  );
}

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      name="password"
      label={accountTexts.fields.password}
      visibilityToggleButtonProps={{
        'aria-label': accountTexts.fields.showPassword,
        // Mantine takes it out of the keyboard's way otherwise.
        tabIndex: 0,
      }}
      {...props}
    />
  );
}

const MIN_PASSWORD = 10;

/** What the form can tell about a password to be; the server has the list of common ones. */
export function checkNewPassword(values: FormData): string | undefined {
  const length = [...String(values.get('password') ?? '')].length;
  return length < MIN_PASSWORD ? accountTexts.missing.shortPassword : undefined;
}
