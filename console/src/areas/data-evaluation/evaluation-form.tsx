import { type DataEvaluation, dataEvaluationEndpoints, jointScores } from '@vermilion/contract/data-evaluations'
import { realismStandard } from '@vermilion/contract/data-evaluations/standards'
import Form from 'antd/es/form'
import { useState, useEffect } from 'react'
import { FolderField, useScoreNames } from '#areas/files'
import { call } from '#lib/api.ts'
import { useStoredState } from '#lib/drafts.ts'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh, read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { required } from '#ui/form/rules.ts'
import { CostEstimate } from './cost/cost-estimate.tsx'
import { touched } from './evaluation-actions.ts'
import { type ChosenFiles, selectionOf, soleJoint, type Typed } from './form-values.ts'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { text } from './text.ts'
import { StandardsDrawer } from './standards/standards-drawer.tsx'
import styles from './evaluation.module.css'

interface CreateEvaluationProps {
  spaceId: string
  folder?: string
  files?: ChosenFiles
  earlier?: DataEvaluation
  onClose: () => void
  onCreated: (evaluation: DataEvaluation) => void
}

export function CreateEvaluation(props: CreateEvaluationProps) {
  const { spaceId, earlier, folder = earlier?.folder ?? '', files, onClose, onCreated } = props
  const t = useText(text)
  const zone = useSystem((system) => system.zone)
  const [time] = useState(() => formatTime(Date.now(), zone).slice(0, 16))
  const [isManaging, setManaging] = useStoredState<boolean>('standards')
  const [createdId, setCreatedId] = useState<string | null>(null)
  return (
    <>
      <FormDrawer<Typed, DataEvaluation>
        draft={`create-evaluation:${spaceId}:${earlier?.id ?? (files === undefined ? `folder:${folder}` : 'files')}`}
        open
        title={t('evaluate')}
        action={t('evaluate')}
        failure={t('createFailed')}
        initial={{
          name: t('proposedName', { time }),
          folder,
          models: earlier?.models.map(({ id }) => id) ?? ['image-statistics'],
          standardId: earlier?.standard?.id ?? realismStandard,
          joint: earlier?.joint ?? soleJoint,
        }}
        submit={({ name, folder: typedFolder, models, standardId = null, joint = soleJoint }) =>
          call(dataEvaluationEndpoints.createDataEvaluation, {
            params: { spaceId },
            body: { name, selection: selectionOf(typedFolder, files), models, standardId, joint },
          })
        }
        fieldOf={{
          'file.none-selected': 'folder',
          'scorer.not-found': 'models',
          'standard.missing': 'standardId',
          'standard.not-found': 'standardId',
        }}
        onClose={onClose}
        onDone={(evaluation) => {
          notify.success(t('started'))
          void refresh(...touched)
          onCreated(evaluation)
        }}
      >
        <NameField />
        {files === undefined ? (
          <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
            <FolderField spaceId={spaceId} />
          </Form.Item>
        ) : (
          <ChosenNote count={files.count} />
        )}
        <ModelFields createdId={createdId} onManage={() => setManaging(true)} />
        <CostEstimate spaceId={spaceId} files={files} />
      </FormDrawer>
      {isManaging === true && (
        <StandardsDrawer onClose={() => setManaging(null)} onCreated={({ id }) => setCreatedId(id)} />
      )}
    </>
  )
}

function ChosenNote({ count }: { count: number | undefined }) {
  const t = useText(text)
  return (
    <Form.Item label={t('files')} extra={t('filesHint')}>
      {count === undefined ? t('filesFiltered') : t('filesChosen', { count })}
    </Form.Item>
  )
}

interface StandardFieldProps {
  createdId: string | null
  onManage: () => void
}

function ModelFields(props: StandardFieldProps) {
  const t = useText(text)
  const scorers = useQuery(read(dataEvaluationEndpoints.listScorers, {}))
  const names = useScoreNames()
  const models = Form.useWatch<string[] | undefined>('models') ?? []
  const needsStandard = scorers.data?.some((scorer) => scorer.needsStandard && models.includes(scorer.id)) ?? false
  return (
    <>
      <Form.Item name="models" label={t('models')} extra={t('modelsHint')} rules={[required(t('modelsMissing'))]}>
        <Select
          mode="multiple"
          loading={scorers.isPending}
          options={(scorers.data ?? []).map(({ id, name, model }) => ({
            value: id,
            label: model === null ? names.modelName(id, name) : `${name} (${model})`,
          }))}
        />
      </Form.Item>
      {needsStandard && <StandardField {...props} />}
      {models.length > 1 && (
        <Form.Item name="joint" label={t('joint')}>
          <Select options={jointScores.map((joint) => ({ value: joint, label: t(joint) }))} />
        </Form.Item>
      )}
    </>
  )
}

function StandardField({ createdId, onManage }: StandardFieldProps) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const standards = useQuery(read(dataEvaluationEndpoints.listStandards, {}))
  const selected = Form.useWatch<string | undefined>('standardId')
  const isGone =
    selected !== undefined && standards.data !== undefined && standards.data.every(({ id }) => id !== selected)
  useEffect(() => {
    if (isGone) form.setFieldValue('standardId', undefined)
  }, [isGone, form])
  useEffect(() => {
    if (createdId !== null) form.setFieldValue('standardId', createdId)
  }, [createdId, form])
  return (
    <Form.Item label={t('standard')} htmlFor="standardId" extra={t('standardHint')} required>
      <div className={`${styles['beside']} flex wrap gap-8`}>
        <Form.Item name="standardId" noStyle rules={[required(t('standardMissing'))]}>
          <Select
            loading={standards.isPending}
            options={(standards.data ?? []).map(({ id, name, version }) => ({
              value: id,
              label: t('standardVersion', { name, version }),
            }))}
          />
        </Form.Item>
        <Button onClick={onManage}>{t('manageStandards')}</Button>
      </div>
    </Form.Item>
  )
}
