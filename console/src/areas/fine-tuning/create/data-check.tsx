import { fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { type FineTuningProblem, problemsOf } from '@vermilion/contract/fine-tunings/data-check'
import { minPictures, loraName as nameRule, maxPictures } from '@vermilion/contract/fine-tunings/starter'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Form from 'antd/es/form'
import { sourceOf } from '#areas/models'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from '../text.ts'
import styles from './create.module.css'
import type { TypedFineTuning } from './form-values.ts'

/** The pause in typing, in milliseconds. */
const pause = 400

/** Missing captions are mentioned without a warning, because pictures can be learned without. */
function levelOf(problems: readonly FineTuningProblem[]): 'error' | 'warning' | 'good' {
  if (problems.some(({ isFatal }) => isFatal)) return 'error'
  return problems.some(({ problem }) => problem !== 'captions-missing') ? 'warning' : 'good'
}

export function DataCheck() {
  const t = useText(text)
  const typed = Form.useWatch((values: TypedFineTuning) => values) as TypedFineTuning | undefined
  const kind = typed?.kind ?? 'space'
  const isKnown = { dataset: typed?.datasetId, space: typed?.spaceId, upload: typed?.uploaded }[kind] !== undefined
  const loraName = useSettled(typed?.loraName ?? '', pause)
  const body = {
    source: sourceOf({ ...typed, kind }),
    ...(nameRule.safeParse(loraName).success ? { loraName } : {}),
  }
  const { data, error } = useQuery({
    ...read(fineTuningEndpoints.checkFineTuning, { body }),
    enabled: isKnown,
    retry: false,
  })
  if (!isKnown) return null
  if (error !== null)
    return (
      <p
        role="alert"
        className={`${styles['check']} block margin-bottom-20 padding-12-14 border radius-10`}
        data-level="warning"
      >
        {problemWords(error)}
      </p>
    )
  if (data === undefined)
    return (
      <output className={`${styles['check']} block margin-bottom-20 padding-12-14 border radius-10`}>
        {t('checking')}
      </output>
    )
  const problems = problemsOf(data)
  const { pictures, captioned, labeled } = data
  const values = (name: string) => ({ count: pictures, fewest: minPictures, most: maxPictures, name })
  const summary = t('found', { count: pictures, captioned: captioned + labeled })
  return (
    <output
      className={`${styles['check']} block margin-bottom-20 padding-12-14 border radius-10`}
      data-level={levelOf(problems)}
    >
      {summary}
      {problems.length > 0 && (
        <ul className="text-secondary" style={{ margin: '4px 0' }}>
          {problems.map(({ problem, count }) => (
            <li key={problem}>{t(`problem-${problem}`, { ...values(loraName), count })}</li>
          ))}
        </ul>
      )}
      {kind === 'space' && problems.some(({ problem }) => problem === 'captions-missing') && (
        <Link to="/fineTuning/captions" search={{ space: typed?.spaceId, folder: typed?.folder }}>
          {t('editCaptions')}
        </Link>
      )}
    </output>
  )
}
