import { isOfTraining, type MetricKind, metricKindOf, shortMetric } from '@vermilion/contract/tasks/metric-kinds'
import { useMemo } from 'react'
import { translator } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { metricText } from './metric-text.ts'

type Words = typeof metricText.en
const isNamed = (name: string): name is keyof Words => Object.hasOwn(metricText.en, name)

const parts = { M: 'masks', P: 'keypoints' } as const

export function useMetricNames() {
  const language = useSystem((system) => system.lang)
  return useMemo(() => {
    const t = translator(metricText, language)
    /** `metrics/mAP50(M)` is mAP50 of masks. */
    function nameOf(name: string): string {
      const short = shortMetric(name)
      if (metricKindOf(name) === 'other' || !isNamed(short)) return name.slice(name.lastIndexOf('/') + 1)
      const metric = t(short as 'loss')
      const part = /\(([MP])\)$/.exec(name)?.[1]
      return part === 'M' || part === 'P' ? t(parts[part], { metric }) : metric
    }
    function titleOf(folder: string, kind: MetricKind): string {
      const split = /^(?:train|training)$/i.test(folder) ? 'train' : /^val(?:id|idation)?$/i.test(folder) ? 'val' : null
      if (kind === 'quality' && split !== null) return t(`quality-${split}`)
      if (kind === 'quality' && folder === 'metrics') return t('quality-val')
      if (kind === 'loss' && split !== null) return t(`loss-${split}`)
      if (kind === 'rate' && folder === 'lr') return t('learning')
      const isUsual = folder === '' || split !== null || folder === 'metrics'
      if (kind === 'other') return folder
      return isUsual ? t(`kind-${kind}`) : `${t(`kind-${kind}`)} · ${folder}`
    }
    return {
      nameOf,
      /** Without other parameter groups, `pg0` holds all parameters. */
      nameAlone: (name: string) => nameOf(name.replace(/(?<=^|\/)pg0$/, 'lr')),
      titleOf,
      wholeNameOf(name: string): string {
        if (metricKindOf(name) === 'other' || !isNamed(shortMetric(name))) return name
        return isOfTraining(name) ? t('ofTraining', { metric: nameOf(name) }) : nameOf(name)
      },
    }
  }, [language])
}
