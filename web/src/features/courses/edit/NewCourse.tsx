import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { courseEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, coursesKey } from '../api.ts';
import { editPath } from '../paths.ts';
import { useWriters } from '../writers.ts';

const TITLE_MAX = 150;

type NewCourseProps = {
  /** Whose it is to be at first; null: one's own. */
  idEntity: number | null;
  onClose: () => void;
};

/** A course is made; then the way leads to where it is written. */
export default function NewCourse({ idEntity, onClose }: NewCourseProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const writers = useWriters() ?? [];
  return (
    <Dialog title={texts.newTitle} onClose={onClose}>
      <Form
        submit={texts.make}
        onCancel={onClose}
        check={(values) => (String(values.get('title')).trim() ? {} : { title: texts.untitled })}
        send={(values, key) => {
          const entity = Number(values.get('idEntity') ?? '');
          const title = String(values.get('title'));
          return courseCalls.create({ title, ...(entity > 0 && { idEntity: entity }) }, key);
        }}
        done={(course) => {
          void client.invalidateQueries({ queryKey: coursesKey });
          void navigate(editPath(course.id));
        }}
      >
        {(field) => (
          <>
            <TextInput
              label={texts.name}
              maxLength={TITLE_MAX}
              data-autofocus
              {...field('title')}
            />
            {writers.length > 0 && (
              <NativeSelect
                label={texts.as}
                defaultValue={String(idEntity ?? '')}
                data={[
                  { value: '', label: texts.me(me?.displayName ?? '') },
                  ...writers.map((one) => ({ value: String(one.idEntity), label: one.entityName })),
                ]}
                {...field('idEntity')}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
