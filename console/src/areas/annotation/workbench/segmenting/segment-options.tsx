import type { Editor } from '@vermilion/canvas/editor/editor'
import { Link } from '@tanstack/react-router'
import Spin from 'antd/es/spin'
import { ApiError } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import bar from '../toolbar/options-bar.module.css'
import { useEditorValue } from '../use-editor-value.ts'
import { segmentingText } from './segmenting-text.ts'
import { type ImagePlace, useSegments } from './use-segments.ts'

export function SegmentOptions({ editor, place }: { editor: Editor; place: ImagePlace }) {
  const t = useText(segmentingText)
  const { state, problem, retry } = useSegments(editor, place)
  const pointing = useEditorValue(editor, ({ tools }) => tools.busy())
  const press = (key: 'Enter' | 'Escape') =>
    editor.dispatch({ type: 'key-down', key, repeat: false, shift: false, ctrl: false, alt: false })
  if (state.kind === 'preparing')
    return (
      <output className="inline-row note gap-8 padding-0-6 nowrap">
        <Spin size="small" /> {t('preparing')}
      </output>
    )
  const fault = state.kind === 'failed' ? state.problem : problem
  if (fault !== null)
    return (
      <span role="alert" className="inline-row note gap-8 padding-0-6 nowrap">
        {isMissingModel(fault) ? t('noModel') : problemWords(fault)}
        {isMissingModel(fault) && <Link to="/settings/assist-models">{t('fetchModel')}</Link>}
        <button
          type="button"
          className={`${bar['button']} quiet-button inline-row note gap-6 min-height-32 padding-0-8 radius-8 nowrap hover-ground-tertiary hover-text-ink`}
          onClick={retry}
        >
          {t('retry')}
        </button>
      </span>
    )
  return (
    <>
      {pointing ? (
        (['Enter', 'Escape'] as const).map((key) => (
          <button
            key={key}
            type="button"
            className={`${bar['button']} quiet-button inline-row note gap-6 min-height-32 padding-0-8 radius-8 nowrap hover-ground-tertiary hover-text-ink`}
            onClick={() => press(key)}
          >
            {t(key === 'Enter' ? 'take' : 'drop')} <Keys combination={key} />
          </button>
        ))
      ) : (
        <output className="inline-row note gap-8 padding-0-6 nowrap">{t('ready')}</output>
      )}
      {state.kind === 'ready' && <span className="hint padding-0-6 nowrap">{t('model', { model: state.model })}</span>}
    </>
  )
}

const isMissingModel = (problem: unknown) => problem instanceof ApiError && problem.error === 'segmentation.no-model'
