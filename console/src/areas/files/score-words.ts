import { statisticsScorer } from '@vermilion/contract/data-evaluations'
import { readyStandards } from '@vermilion/contract/data-evaluations/standards'
import { say } from '@vermilion/contract/kernel/text'
import { catalogue, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'

const text = catalogue('score-words', {
  en: {
    statistics: 'Image statistics',
    sharpness: 'Sharpness',
    exposure: 'Exposure',
    contrast: 'Contrast',
    noise: 'Freedom from noise',
    colourfulness: 'Colourfulness',
    sharpnessOf: 'variance of the Laplacian {value}',
    exposureOf: 'mean luminance {value} of 255',
    contrastOf: 'RMS contrast {value}',
    noiseOf: 'standard deviation of the noise {value} of 255',
    colourfulnessOf: 'measure {value}',
  },
  zh: {
    statistics: '图像统计',
    sharpness: '清晰度',
    exposure: '曝光',
    contrast: '对比度',
    noise: '低噪度',
    colourfulness: '色彩丰富度',
    sharpnessOf: '拉普拉斯方差 {value}',
    exposureOf: '平均亮度 {value} / 255',
    contrastOf: 'RMS 对比度 {value}',
    noiseOf: '噪声标准差 {value} / 255',
    colourfulnessOf: '指标 {value}',
  },
})

const measured = ['sharpness', 'exposure', 'contrast', 'noise', 'colourfulness'] as const
type Measured = (typeof measured)[number]
const isMeasured = (key: string): key is Measured => (measured as readonly string[]).includes(key)

/** Models, criteria and reasons of scores in the user's language; what a person or a model wrote stays as it is. */
export function useScoreWords() {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return {
    modelName: (model: string, name: string): string => (model === statisticsScorer ? t('statistics') : name),
    criterionName(model: string, key: string): string {
      if (model === statisticsScorer && isMeasured(key)) return t(key)
      const ready = readyStandards.flatMap(({ criteria }) => criteria).find((criterion) => criterion.key === key)
      return ready === undefined ? key : say(ready.name, language)
    },
    reason: (model: string, key: string, reason: string): string =>
      model === statisticsScorer && isMeasured(key) ? t(`${key}Of`, { value: reason }) : reason,
  }
}
