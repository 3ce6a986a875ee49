import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { Card } from '@/components/Card.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { importTexts as texts } from '@/texts/contacts.ts';
import { BackLink } from './AddPage.tsx';
import { contactCalls } from './api.ts';
import add from './components/add.module.css';
import classes from './components/contacts.module.css';
import { ImportedPeople } from './components/ImportedPeople.tsx';
import { checkPeopleFile, kindOf } from './importing.ts';
import { contactError } from './useContactCall.ts';

/** A file of people that the phone has saved: read, shown and forgotten. */
export default function ImportPage() {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  usePageTitle(texts.title);
  const read = useMutation({
    mutationFn: (file: File) =>
      contactCalls.importPeople(new Blob([file], { type: kindOf(file.name) ?? '' })),
    onError: (error) => setProblem(contactError(error)),
  });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again after a failure.
    event.currentTarget.value = '';
    if (!file) return;
    const wrong = checkPeopleFile(file);
    setProblem(wrong && texts[wrong]);
    if (!wrong) read.mutate(file);
  }

  const people = read.data?.people;
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <BackLink />
      </div>
      <p className={classes.note}>{texts.text}</p>
      <Card>
        <div className={add.file}>
          <p className={add.kept}>{texts.kept}</p>
          <input
            ref={input}
            type="file"
            hidden
            accept=".vcf,.vcard,.csv,text/vcard,text/csv"
            aria-label={texts.choose}
            onChange={choose}
          />
          <Button
            leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
            variant={people ? 'default' : 'filled'}
            loading={read.isPending}
            onClick={() => input.current?.click()}
          >
            {people ? texts.another : texts.choose}
          </Button>
          <p className={problem ? add.wrong : add.faint} {...(problem ? { role: 'alert' } : null)}>
            {problem ?? texts.hint}
          </p>
          <p className={add.faint} role="status">
            {read.isPending ? texts.reading : people && texts.found(people.length)}
          </p>
        </div>
      </Card>
      {people && <ImportedPeople key={read.submittedAt} people={people} />}
    </div>
  );
}
