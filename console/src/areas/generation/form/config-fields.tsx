import { maxImages, sideStep, type GenerationConfig } from '@vermilion/contract/generations/config'
import type { Workflow, WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { name } from '@vermilion/contract/kernel/fields'
import SyncOutlined from '@ant-design/icons/es/icons/SyncOutlined'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { ByProductsField } from './by-products-field.tsx'
import { configOf, newSeed, type TypedGeneration, typedOf } from './form-values.ts'
import styles from './form.module.css'
import { ItemsField } from './items-field.tsx'
import { OptionalLoras } from './loras/optional-loras.tsx'
import { OptionalPart } from './optional-part.tsx'
import { PresetBar } from './preset-bar.tsx'
import { useIncomplete, useProblemRules } from './problem-rule.ts'
import { text } from './text.ts'
import { isStoredVersion, useCapabilities } from './use-capabilities.ts'
import { VersionField } from './version-field.tsx'
import { versionText } from './version-text.ts'
import { WorkflowField } from './workflow-field.tsx'
import { DepthFields, StyleFields, ScoreFields } from './reference-fields.tsx'
import { GenerationEstimate } from './estimate/generation-estimate.tsx'
import { Suggestions } from './suggestions.tsx'

interface ConfigFieldsProps {
  workflows: readonly Workflow[]
  first: Workflow
  spaceId: string
}

export function ConfigFields({ workflows, first, spaceId }: ConfigFieldsProps) {
  const t = useText(text)
  const form = Form.useFormInstance<TypedGeneration>()
  const version = useText(versionText)
  const capabilities = useCapabilities({ workflows, first })
  const rulesOf = useProblemRules(capabilities)
  const load = async (config: GenerationConfig) => {
    const isKnown = config.workflowVersion === null || (await isStoredVersion(config.workflowVersion))
    if (!isKnown) notify.info(version('unknown'))
    form.setFieldsValue(typedOf(isKnown ? config : { ...config, workflowVersion: null }, spaceId))
    // Marked as typed, so that closing asks first.
    form.setFields([{ name: 'name', touched: true, errors: [] }])
    void form.validateFields({ validateOnly: true }).catch(() => undefined)
  }
  return (
    <>
      <PresetBar
        current={() => configOf(form.getFieldsValue(true) as TypedGeneration, capabilities)}
        onConfig={(config) => void load(config)}
      />
      <NamingFields workflows={workflows} />
      <SizeFields capabilities={capabilities} />
      <div style={{ minHeight: 96 }}>
        <GenerationEstimate />
      </div>
      <Form.Item name="items" label={t('items')} required rules={rulesOf('items')}>
        <ItemsField capabilities={capabilities} />
      </Form.Item>
      {capabilities.vocabulary === null && <Suggestions />}
      {capabilities.negativePrompt && (
        <Form.Item name="negativePrompt" label={t('negative')}>
          <textarea
            className={`${styles['words']} field-frame block full-width padding-8-12 text-inherit font-inherit resizable`}
            rows={3}
            maxLength={4_000}
          />
        </Form.Item>
      )}
      {capabilities.loras && (
        <Form.Item
          name="loras"
          label={t('lora')}
          extra={capabilities.loraFamily === null ? t('loraRange') : t('loraFloor')}
          rules={rulesOf('loras')}
        >
          <OptionalLoras family={capabilities.loraFamily} />
        </Form.Item>
      )}
      {capabilities.depthReference && (
        <OptionalPart name="usesDepth" title={t('depth')} hint={t('depthHint')}>
          <DepthFields />
        </OptionalPart>
      )}
      {capabilities.styleImage && (
        <OptionalPart name="usesStyle" title={t('style')} hint={t('styleHint')}>
          <StyleFields />
        </OptionalPart>
      )}
      <OptionalPart name="usesScore" title={t('score')} hint={t('scoreHint')}>
        <ScoreFields rules={rulesOf('score')} />
      </OptionalPart>
      {capabilities.truth && (
        <Form.Item name="byProducts" label={t('byProducts')}>
          <ByProductsField />
        </Form.Item>
      )}
      <Missing capabilities={capabilities} />
    </>
  )
}

function NamingFields({ workflows }: { workflows: readonly Workflow[] }) {
  const t = useText(text)
  const incomplete = useIncomplete()
  return (
    <div className="grid columns-2 gap-0-14 narrow-columns-1">
      <Form.Item name="name" label={t('name')} extra={t('nameHint')} required rules={[rule(name, incomplete)]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="workflow" label={t('workflow')} htmlFor="workflow">
        <WorkflowField workflows={workflows} />
      </Form.Item>
      <Form.Item name="usedVersion" noStyle>
        <VersionField />
      </Form.Item>
    </div>
  )
}

const usualSizes = [
  [512, 512],
  [768, 768],
  [1024, 1024],
  [640, 480],
  [1280, 720],
] as const

const largestSeed = 0xffff_ffff

function SizeFields({ capabilities }: { capabilities: WorkflowCapabilities }) {
  const t = useText(text)
  const rulesOf = useProblemRules(capabilities)
  return (
    <div className={`${styles['four']} grid columns-2 gap-0-14`}>
      <Form.Item name="width" label={t('width')} required rules={rulesOf('width')}>
        <NumberInput integer filled min={1} step={sideStep} suffix="px" />
      </Form.Item>
      <Form.Item name="height" label={t('height')} required rules={rulesOf('height')}>
        <NumberInput integer filled min={1} step={sideStep} suffix="px" />
      </Form.Item>
      <UsualSizes max={capabilities.largestSide} />
      <Form.Item
        name="count"
        className={styles['wide'] ?? ''}
        label={t('count')}
        required
        rules={[
          { required: true, type: 'integer', min: 1, max: maxImages, message: t('countRule', { most: maxImages }) },
        ]}
      >
        <NumberInput integer filled />
      </Form.Item>
      <Form.Item
        name="seed"
        className={styles['wide'] ?? ''}
        label={t('seed')}
        extra={t('seedHint')}
        required
        rules={[
          {
            required: true,
            type: 'integer',
            min: 0,
            max: largestSeed,
            message: t('seedRule', { most: largestSeed }),
          },
        ]}
      >
        <SeedField />
      </Form.Item>
    </div>
  )
}

function UsualSizes({ max }: { max: number }) {
  const t = useText(text)
  const form = Form.useFormInstance<TypedGeneration>()
  const [typedWidth, typedHeight] = [Form.useWatch('width', form), Form.useWatch('height', form)]
  const setSize = (width: number, height: number) => {
    form.setFields([
      { name: 'width', value: width, touched: true, errors: [] },
      { name: 'height', value: height, touched: true, errors: [] },
    ])
  }
  return (
    <fieldset
      className={`${styles['sizes']} flex wrap gap-6 min-width-0 padding-0 border-0 content-start`}
      aria-label={t('sizes')}
    >
      {usualSizes
        .filter(([width, height]) => Math.max(width, height) <= max)
        .map(([width, height]) => {
          const isTaken = width === typedWidth && height === typedHeight
          return (
            <Button
              key={`${width}x${height}`}
              size="small"
              variant="outlined"
              color={isTaken ? 'primary' : 'default'}
              aria-pressed={isTaken}
              onClick={() => setSize(width, height)}
            >
              {width} × {height}
            </Button>
          )
        })}
    </fieldset>
  )
}

interface SeedFieldProps {
  id?: string
  value?: number
  onChange?: (seed: number | null) => void
}

function SeedField({ onChange = () => undefined, ...field }: SeedFieldProps) {
  const t = useText(text)
  return (
    <div className={`${styles['beside']} row gap-8`}>
      <NumberInput {...field} integer filled onChange={onChange} />
      <Button
        icon={<SyncOutlined aria-hidden />}
        aria-label={t('dice')}
        title={t('dice')}
        onClick={() => onChange(newSeed())}
      />
    </div>
  )
}

/** Fields that the workflow does not support, named so that nobody looks for them. */
function Missing({ capabilities }: { capabilities: WorkflowCapabilities }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const fields = [
    ...(capabilities.loras ? [] : [t('lora')]),
    ...(capabilities.depthReference ? [] : [t('noDepth')]),
    ...(capabilities.styleImage ? [] : [t('noStyle')]),
    ...(capabilities.words ? [] : [t('noWords')]),
    ...(capabilities.negativePrompt ? [] : [t('noNegative')]),
    ...(capabilities.truth ? [] : [t('noTruth')]),
  ]
  if (fields.length === 0) return null
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(fields)
  return <p className="margin-bottom-14 text-tertiary">{t('missing', { fields: list })}</p>
}
