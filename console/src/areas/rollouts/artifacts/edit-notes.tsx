import { artifactEndpoints, type Artifact } from '@vermilion/contract/rollouts/artifacts'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { artifactText } from './text.ts'

export function EditNotes({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const t = useText(artifactText)
  const { id: artifactId, name, version, notes } = artifact
  return (
    <FormDrawer<{ notes: string }, Artifact>
      open
      title={t('notesTitle', { name: `${name} ${version}` })}
      action={t('save')}
      failure={t('notesFailed')}
      initial={{ notes }}
      submit={(typed) => call(artifactEndpoints.updateArtifact, { params: { artifactId }, body: typed })}
      onClose={onClose}
      onDone={() => {
        notify.success(t('notesSaved'))
        void refresh('/artifacts')
        onClose()
      }}
    >
      <Form.Item name="notes" label={t('notes')}>
        <TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={10_000} />
      </Form.Item>
    </FormDrawer>
  )
}
