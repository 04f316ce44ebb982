import type { Editor } from '@vermilion/canvas/editor/editor'
import { outlineUses, overlapRules, type Settings, settingRanges } from '@vermilion/canvas/editor/settings'
import { type ToolId, toolsFor } from '@vermilion/canvas/tools/registry'
import DragOutlined from '@ant-design/icons/es/icons/DragOutlined'
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined'
import Tooltip from 'antd/es/tooltip'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { ChoiceGroup } from './choice-group.tsx'
import styles from './options-bar.module.css'
import { toolOptionsText } from './tool-options-text.ts'
import type { ImagePlace } from '../segmenting/use-segments.ts'
import { useEditorValue } from '../use-editor-value.ts'
import { SegmentOptions } from '../segmenting/segment-options.tsx'

interface OptionProps {
  settings: Settings
  onChange: (change: Partial<Settings>) => void
}

type OptionId = 'brushSize' | 'tolerance' | 'simplifying' | 'overlap' | 'outlineUse' | 'snapping' | 'sticky'

const options: Record<OptionId, ComponentType<OptionProps>> = {
  brushSize: (props) => <Amount {...props} option="brushSize" />,
  tolerance: (props) => <Amount {...props} option="tolerance" />,
  simplifying: (props) => <Amount {...props} option="simplifying" />,
  overlap: OverlapOption,
  outlineUse: OutlineOption,
  snapping: (props) => <Switched {...props} option="snapping" />,
  sticky: (props) => <Switched {...props} option="sticky" />,
}

const optionsOf: Record<ToolId, readonly OptionId[]> = {
  select: ['snapping'],
  'draw-box': ['snapping', 'sticky'],
  polygon: ['outlineUse', 'sticky'],
  freehand: ['outlineUse', 'simplifying', 'sticky'],
  magnetic: ['outlineUse', 'simplifying', 'sticky'],
  brush: ['brushSize', 'overlap'],
  eraser: ['brushSize'],
  fill: [],
  wand: ['tolerance', 'overlap'],
  segment: ['overlap', 'sticky'],
}

export function ToolOptions({ editor, place }: { editor: Editor; place: ImagePlace | null }) {
  const tool = useEditorValue(editor, ({ tools }) => tools.active())
  const settings = useEditorValue(editor, (now) => now.settings.get())
  const snaps = toolsFor(editor.kinds).some((id) => id !== 'select' && optionsOf[id].includes('snapping'))
  const paints = editor.kinds.includes('mask')
  const visibleOptions = optionsOf[tool].filter((id) => (id !== 'snapping' || snaps) && (id !== 'overlap' || paints))
  return (
    <>
      {tool === 'segment' && place && <SegmentOptions editor={editor} place={place} />}
      {visibleOptions.map((id) => {
        const Option = options[id]
        return <Option key={id} settings={settings} onChange={(change) => editor.settings.set(change)} />
      })}
    </>
  )
}

const amountWords = { brushSize: null, tolerance: 'toleranceWords', simplifying: 'simplifyingWords' } as const

/** A slider with a logarithmic scale: from 1 to 2 is as far as from 100 to 200. */
function Amount({ option, settings, onChange }: OptionProps & { option: keyof typeof settingRanges }) {
  const t = useText(toolOptionsText)
  const { min, max } = settingRanges[option]
  const grows = min > 0
  const value = settings[option]
  const rounded = Math.round(value * 10) / 10
  const message = amountWords[option]
  return (
    <label
      className={`${styles['field']} inline-row note gap-6 padding-0-4 nowrap`}
      {...(message && { title: t(message) })}
    >
      {t(option)}
      <input
        type="range"
        min={grows ? Math.log(min) : min}
        max={grows ? Math.log(max) : max}
        step={grows ? 0.01 : max > 50 ? 1 : 0.5}
        value={grows ? Math.log(value) : value}
        aria-valuetext={String(rounded)}
        onChange={({ target: { valueAsNumber } }) =>
          onChange({ [option]: grows ? Math.round(Math.exp(valueAsNumber)) : valueAsNumber })
        }
      />
      <output>{option === 'tolerance' ? rounded : t('pixels', { value: rounded })}</output>
    </label>
  )
}

const switchIcons = { snapping: DragOutlined, sticky: PushpinOutlined } as const

function Switched({ option, settings, onChange }: OptionProps & { option: 'snapping' | 'sticky' }) {
  const t = useText(toolOptionsText)
  const Icon = switchIcons[option]
  return (
    <Tooltip title={t(`${option}Words`)}>
      <button
        type="button"
        className={`${styles['button']} quiet-button inline-row note gap-6 min-height-32 padding-0-8 radius-8 nowrap hover-ground-tertiary hover-text-ink`}
        aria-label={t(option)}
        aria-pressed={settings[option]}
        onClick={() => onChange({ [option]: !settings[option] })}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  )
}

function OverlapOption({ settings, onChange }: OptionProps) {
  const t = useText(toolOptionsText)
  const choices = overlapRules.map((rule) => ({ value: rule, text: t(`overlap-${rule}`) }))
  return (
    <ChoiceGroup
      name={t('overlap')}
      value={settings.overlap}
      choices={choices}
      onChange={(overlap) => onChange({ overlap })}
    />
  )
}

function OutlineOption({ settings, onChange }: OptionProps) {
  const t = useText(toolOptionsText)
  const choices = outlineUses.map((use) => ({ value: use, text: t(`outline-${use}`) }))
  return (
    <ChoiceGroup
      name={t('outlineUse')}
      value={settings.outlineUse}
      choices={choices}
      onChange={(outlineUse) => onChange({ outlineUse })}
    />
  )
}
