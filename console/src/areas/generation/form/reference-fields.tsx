import { fileEndpoints } from '@vermilion/contract/files'
import { maxRepeats } from '@vermilion/contract/generations/config'
import Form, { type Rule } from 'antd/es/form'
import { FileField, FolderField, useScoreNames } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './form.module.css'
import { useIncomplete } from './problem-rule.ts'
import { partsText } from './parts-text.ts'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { read } from '#lib/query.ts'
import { required, requiredText } from '#ui/form/rules.ts'
import { text } from './text.ts'

function StrengthField({ of }: { of: 'depthReference' | 'styleImage' }) {
  const parts = useText(partsText)
  return (
    <Form.Item name={[of, 'strength']} label={parts('strength')}>
      <NumberInput filled min={0} max={1} step={0.05} />
    </Form.Item>
  )
}

export function DepthFields() {
  const parts = useText(partsText)
  const incomplete = useIncomplete()
  const spaceId = Form.useWatch<string | undefined>(['depthReference', 'spaceId'])
  return (
    <div className="grid columns-2 gap-0-14 narrow-columns-1">
      <Form.Item name={['depthReference', 'spaceId']} label={parts('space')} rules={[required(incomplete)]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name={['depthReference', 'folder']} label={parts('folder')}>
        <FolderField spaceId={spaceId} />
      </Form.Item>
      <StrengthField of="depthReference" />
    </div>
  )
}

export function StyleFields() {
  const t = useText(text)
  const parts = useText(partsText)
  const incomplete = useIncomplete()
  const spaceId = Form.useWatch<string | undefined>(['styleImage', 'spaceId'])
  const fileId = Form.useWatch<string | undefined>(['styleImage', 'fileId'])
  return (
    <div className="grid columns-2 gap-0-14 narrow-columns-1">
      <Form.Item name={['styleImage', 'spaceId']} label={parts('space')}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name={['styleImage', 'fileId']} label={parts('file')} rules={[required(incomplete)]}>
        <FileField spaceId={spaceId} kinds={['image']} />
      </Form.Item>
      <StrengthField of="styleImage" />
      {fileId !== undefined && fileId !== '' && (
        <img
          className="block margin-bottom-14 radius-6 ground-tertiary"
          style={{ height: 96 }}
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
          alt={t('style')}
        />
      )}
    </div>
  )
}

export function ScoreFields({ rules }: { rules: Rule[] }) {
  const parts = useText(partsText)
  const incomplete = useIncomplete()
  return (
    <div className={`${styles['four']} grid columns-2 gap-0-14`}>
      <Form.Item name={['score', 'model']} label={parts('scoreModel')} rules={[requiredText(incomplete)]}>
        <ScorerSelect />
      </Form.Item>
      <Form.Item
        name={['score', 'minimum']}
        label={parts('scoreMinimum')}
        dependencies={[['score', 'maximum']]}
        rules={rules}
      >
        <NumberInput filled min={0} max={100} />
      </Form.Item>
      <Form.Item name={['score', 'maximum']} label={parts('scoreMaximum')}>
        <NumberInput filled min={0} max={100} />
      </Form.Item>
      <Form.Item name={['score', 'repeats']} label={parts('repeats')}>
        <NumberInput filled integer min={0} max={maxRepeats} />
      </Form.Item>
    </div>
  )
}

interface ScorerSelectProps {
  id?: string
  value?: string
  onChange?: (model: string) => void
}

function ScorerSelect({ value, ...field }: ScorerSelectProps) {
  const scorers = useQuery(read(dataEvaluationEndpoints.listScorers, {}))
  const names = useScoreNames()
  const options = scorers.data?.map(({ id, name }) => ({ value: id, label: names.modelName(id, name) })) ?? []
  return <Select {...field} value={value ?? ''} loading={scorers.isPending} options={options} />
}
