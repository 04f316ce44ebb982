import { readModelScorerId, statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
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
    colourfulness: 'Colorfulness',
    sharpnessOf: 'variance of the Laplacian {value}',
    exposureOf: 'mean luminance {value} of 255',
    contrastOf: 'RMS contrast {value}',
    noiseOf: 'standard deviation of the noise {value} of 255',
    colourfulnessOf: 'measure {value}',
    confidenceBy: '{name}: confidence',
    uncertaintyBy: '{name}: uncertainty',
    objectsBy: '{name}: number of objects',
    confidence: 'Confidence',
    entropy: 'Entropy',
    margin: 'Margin',
    objects: 'Number of objects',
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
    confidenceBy: '{name}：置信度',
    uncertaintyBy: '{name}：不确定性',
    objectsBy: '{name}：目标数',
    confidence: '置信度',
    entropy: '熵',
    margin: '间隔',
    objects: '目标数',
  },
})

const measured = ['sharpness', 'exposure', 'contrast', 'noise', 'colourfulness'] as const
type Measured = (typeof measured)[number]
const isMeasured = (key: string): key is Measured => (measured as readonly string[]).includes(key)

const predicted = ['confidence', 'entropy', 'margin', 'objects'] as const

export function useScoreNames() {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return {
    modelName(model: string, name: string): string {
      if (model === statisticsScorer) return t('statistics')
      const measure = readModelScorerId(model)?.measure
      return measure === undefined ? name : t(`${measure}By`, { name })
    },
    criterionName(model: string, key: string, criteria: readonly Criterion[] = []): string {
      if (model === statisticsScorer && isMeasured(key)) return t(key)
      const own = readModelScorerId(model) && predicted.find((criterion) => criterion === key)
      if (own !== undefined) return t(own)
      const used = criteria.find((criterion) => criterion.key === key)
      return used === undefined ? key : say(used.name, language)
    },
    reason: (model: string, key: string, reason: string): string =>
      model === statisticsScorer && isMeasured(key) ? t(`${key}Of`, { value: reason }) : reason,
  }
}
