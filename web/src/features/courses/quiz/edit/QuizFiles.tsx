import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { quizFileTexts as texts } from '@/texts/quizEdit.ts';
import { type FileFormat, quizCalls } from '../api.ts';
import type { Imported, Quiz } from '../types.ts';
import classes from './quizEdit.module.css';
import { saveFile } from './saveFile.ts';

/** Of a file, in characters. */
const TEXT_MAX = 200_000;
const ENDINGS = { gift: 'txt', qti: 'xml' } as const;

type QuizFilesProps = { quiz: Quiz; isDirty: boolean; onTake: (quiz: Quiz) => void };

/** Questions from a file and into one; what of a file was not taken is named. */
export function QuizFiles({ quiz, isDirty, onTake }: QuizFilesProps) {
  const [format, setFormat] = useState<FileFormat>('gift');
  const [imported, setImported] = useState<Imported | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const read = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      if (text.length > TEXT_MAX) throw new ApiError(413, { message: texts.tooLarge });
      return quizCalls.importFile(quiz.id, format, text, quiz.version);
    },
    onSuccess: (result) => {
      setImported(result);
      onTake(result.quiz);
    },
    onError: () => setImported(null),
  });
  const write = useMutation({
    mutationFn: async () =>
      saveFile(await quizCalls.exportFile(quiz.id, format), `${quiz.title}.${ENDINGS[format]}`),
  });
  const error = read.error ?? write.error;
  return (
    <details className={classes.files}>
      <summary>{texts.title}</summary>
      <div className={classes.fields}>
        <NativeSelect
          label={texts.format}
          value={format}
          data={Object.entries(texts.formats).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setFormat(currentTarget.value as FileFormat)}
        />
        {isDirty && <p className={classes.hint}>{texts.dirty}</p>}
        <FormAlert message={error && messageOf(error)} />
        <div className={classes.buttons}>
          <input
            ref={picker}
            type="file"
            hidden
            accept={format === 'gift' ? '.txt,.gift,text/plain' : '.xml,application/xml,text/xml'}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              currentTarget.value = '';
              if (file) read.mutate(file);
            }}
          />
          <Button
            variant="default"
            disabled={isDirty}
            loading={read.isPending}
            onClick={() => picker.current?.click()}
          >
            {texts.choose}
          </Button>
          <Button
            variant="default"
            disabled={isDirty || quiz.questionCount === 0}
            loading={write.isPending}
            onClick={() => write.mutate()}
          >
            {texts.exportAs(texts.formats[format])}
          </Button>
        </div>
        <div role="status">{imported && <Report imported={imported} />}</div>
      </div>
    </details>
  );
}

function Report({ imported: { taken, left } }: { imported: Imported }) {
  return (
    <>
      <p>
        {taken === 0 ? texts.none : texts.taken(taken)} {left.length === 0 && texts.allTaken}
      </p>
      {left.length > 0 && (
        <>
          <p>{texts.left}</p>
          <ul className={classes.left}>
            {left.map(({ line, text, reason }) => (
              <li key={`${line} ${text} ${reason}`}>
                {texts.line(line, reason)} <q dir="auto">{text}</q>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
