import { presetsOf, type FineTuningPreset } from '@vermilion/contract/fine-tunings/presets'
import { starterMaterials, repositoryBase } from '@vermilion/contract/fine-tunings/starter'
import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { Link } from '@tanstack/react-router'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { text } from '../text.ts'
import styles from './create.module.css'
import type { TypedFineTuning } from './form-values.ts'
import { isStored, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { required, requiredText } from '#ui/form/rules.ts'
import { engineText } from './engine-text.ts'

export function EngineFields({ engines }: { engines: readonly TrainingImage[] }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const name = Form.useWatch<string | undefined>('image')
  const engine = engines.find((each) => each.name === name)
  const isStarter = name === starterMaterials
  return (
    <>
      <Form.Item name="image" label={t('image')} rules={[required(t('imageMissing'))]}>
        <Select
          options={engines.map((each) => ({ value: each.name, label: `${say(each.title, language)} · ${each.name}` }))}
        />
      </Form.Item>
      {isStarter && (
        <>
          <div className={`${styles['engine']} block margin-bottom-20 padding-12-14 border radius-10`}>
            <strong>{t('starterTitle')}</strong>
            <p className="text-secondary">{t('starterWords')}</p>
            <Link to="/settings/services">{t('toServices')}</Link>
            <Link to="/compute/images">{t('toImages')}</Link>
          </div>
          <Form.Item name="base" hidden>
            <Input />
          </Form.Item>
        </>
      )}
      {!isStarter && engine !== undefined && <OtherEngine engine={engine} />}
      {engine !== undefined && <PresetField engine={engine} />}
    </>
  )
}

function PresetField({ engine }: { engine: TrainingImage }) {
  const t = useText(text)
  const form = Form.useFormInstance<TypedFineTuning>()
  const parameters = Form.useWatch<TypedFineTuning['parameters'] | undefined>('parameters')
  const presets = presetsOf(engine)
  if (presets.length === 0) return null
  const current = presets.find(({ values }) =>
    Object.entries(values).every(([name, value]) => parameters?.[name] === value),
  )
  const applyPreset = (preset: FineTuningPreset) => {
    const values = presets.find((each) => each.preset === preset)?.values
    form.setFieldsValue({ parameters: { ...parameters, ...values } })
  }
  return (
    <Form.Item label={t('preset')} htmlFor="fine-tuning-preset" extra={t('presetHint')}>
      <Select<FineTuningPreset>
        id="fine-tuning-preset"
        value={current?.preset ?? null}
        placeholder={t('presetOwn')}
        options={presets.map(({ preset }) => ({ value: preset, label: t(`preset-${preset}`) }))}
        onChange={applyPreset}
      />
    </Form.Item>
  )
}

function OtherEngine({ engine: { id } }: { engine: Pick<TrainingImage, 'id'> }) {
  const t = useText(engineText)
  const { data } = useQuery(read(modelEndpoints.listModels, { query: { type: 'stored-model', limit: 200 } }))
  const checkpoints = data?.items.filter((one) => isStored(one) && one.format === 'safetensors') ?? []
  const names = [...new Set(checkpoints.map(({ name }) => name))]
  const isOwn = id !== null
  return (
    <>
      <div className={`${styles['engine']} block margin-bottom-20 padding-12-14 border radius-10`}>
        <strong>{t(isOwn ? 'ownTitle' : 'diffusersTitle')}</strong>
        <p className="text-secondary">{t(isOwn ? 'ownWords' : 'diffusersWords')}</p>
        <Link to="/compute/images">{t('toImages')}</Link>
      </div>
      <Form.Item
        name="base"
        label={t('base')}
        extra={t(isOwn ? 'baseHintOwn' : 'baseHint')}
        rules={[requiredText(t('baseMissing'))]}
      >
        <Input
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          list="fine-tuning-bases"
          placeholder={t('baseExample')}
        />
      </Form.Item>
      <datalist id="fine-tuning-bases">
        {names.map((name) => (
          <option key={name} value={`${repositoryBase}${name}`}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
