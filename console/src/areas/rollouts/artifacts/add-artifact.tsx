import { artifactName, artifactVersion, artifactEndpoints, type Artifact } from '@vermilion/contract/rollouts/artifacts'
import { fileKinds } from '@vermilion/contract/files'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import { useState } from 'react'
import { FileField } from '#areas/files'
import { ProposedSpace, SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { formatShare } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { required } from '#ui/form/rules.ts'
import styles from '../rollouts.module.css'
import { FileInput } from './file-input.tsx'
import { sendArtifact } from './send-artifact.ts'
import { artifactText } from './text.ts'

const sources = ['computer', 'space'] as const
type Source = (typeof sources)[number]

interface Typed {
  source: Source
  file: File
  spaceId: string
  fileId: string
  name: string
  version: string
  notes: string
}

interface AddArtifactProps {
  onClose: () => void
  onAdded: (artifact: Artifact) => void
}

const nothing = { source: 'computer', name: '', version: '', notes: '' } as const

/** The server reads empty fields from the file. */
const withoutEmpty = (description: Record<'name' | 'version' | 'notes', string>) =>
  Object.fromEntries(Object.entries(description).filter(([, value]) => value !== ''))

export function AddArtifact({ onClose, onAdded }: AddArtifactProps) {
  const t = useText(artifactText)
  const [share, setShare] = useState<number | null>(null)
  const [source, setSource] = useState<Source>('computer')
  const submit = async ({ file, fileId, name, version, notes }: Typed) => {
    const description = { name, version, notes }
    if (source === 'space')
      return call(artifactEndpoints.addArtifact, { body: { ...withoutEmpty(description), fileId } })
    setShare(0)
    try {
      const artifactId = await sendArtifact(file, { ...description, onProgress: setShare })
      return await call(artifactEndpoints.getArtifact, { params: { artifactId } })
    } finally {
      setShare(null)
    }
  }
  return (
    <FormDrawer<Typed, Artifact>
      open
      width={560}
      title={t('add')}
      action={t('add')}
      failure={t('addFailed')}
      initial={nothing}
      submit={submit}
      onValuesChange={(changed) => changed.source !== undefined && setSource(changed.source)}
      onClose={onClose}
      onDone={(artifact) => {
        notify.success(t('added', { name: artifact.name, version: artifact.version }))
        void refresh('/artifacts')
        onAdded(artifact)
      }}
    >
      <Form.Item name="source" label={t('source')}>
        <Select options={sources.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {source === 'space' ? <SpaceFields /> : <FileItem />}
      <div className={`${styles['pair']} grid columns-2-loose gap-0-16 narrow-columns-1`}>
        <Form.Item name="name" label={t('name')} rules={[optional(artifactName)]}>
          <Input maxLength={100} placeholder={t('fromFile')} />
        </Form.Item>
        <Form.Item name="version" label={t('version')} rules={[optional(artifactVersion)]}>
          <Input maxLength={100} placeholder={t('fromFile')} />
        </Form.Item>
      </div>
      <p className={`${styles['hint']} text-secondary`}>{t('typedWords')}</p>
      <Form.Item name="notes" label={t('releaseNotes')}>
        <TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={10_000} placeholder={t('notesExample')} />
      </Form.Item>
      {share !== null && (
        <output>
          <ProgressBar done={share} total={1} label={t('sending', { share: formatShare(share) })} />
          {t('sending', { share: formatShare(share) })}
        </output>
      )}
    </FormDrawer>
  )
}

function FileItem() {
  const t = useText(artifactText)
  return (
    <Form.Item name="file" label={t('file')} rules={[required(t('fileMissing'))]}>
      <FileInput />
    </Form.Item>
  )
}

function SpaceFields() {
  const t = useText(artifactText)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[required(t('spaceMissing'))]}>
        <SpaceSelect />
      </Form.Item>
      <ProposedSpace />
      <Form.Item name="fileId" label={t('file')} rules={[required(t('fileMissing'))]}>
        <FileField spaceId={spaceId} kinds={fileKinds} />
      </Form.Item>
    </>
  )
}

const optional = (schema: typeof artifactName) => ({
  validator: (_: unknown, value: string | undefined) => {
    const parsed = value === undefined || value === '' ? undefined : schema.safeParse(value)
    return parsed === undefined || parsed.success
      ? Promise.resolve()
      : Promise.reject(new Error(parsed.error.issues[0]?.message ?? ''))
  },
})
