import { isInferenceModel, type Model } from '@vermilion/contract/models'
import type { maxCompared } from '@vermilion/contract/models/comparisons'
import { catalogue, useText } from '#lib/i18n.ts'

/** The contract's constant, without loading its schemas on the list. */
export const maxModels: typeof maxCompared = 6

const text = catalogue('model-comparison-action', {
  en: {
    onlyRunnable: 'Only models that run here are compared: no LoRAs, and none that are stored for other runtimes.',
    twoOrMore: 'Select two models or more',
    tooMany: 'At most {most} models are compared at once',
    otherKinds: 'Models of one label type are compared',
  },
  zh: {
    onlyRunnable: '只能对比可在此运行的模型，不含 LoRA 和仅存储的模型。',
    twoOrMore: '请选择至少两个模型',
    tooMany: '一次最多对比 {most} 个模型',
    otherKinds: '只能对比同一标注类型的模型',
  },
})

export function useCompareAction(message: string, open: (models: string) => void) {
  const t = useText(text)
  return {
    key: 'compare',
    text: message,
    barred(rows: readonly Model[]): string | undefined {
      const models = rows.filter(isInferenceModel)
      if (models.length < rows.length) return t('onlyRunnable')
      if (models.length < 2) return t('twoOrMore')
      if (models.length > maxModels) return t('tooMany', { most: maxModels })
      return models.every(({ labelType }) => labelType === models[0]?.labelType) ? undefined : t('otherKinds')
    },
    open: (rows: readonly Model[]) => open(rows.map(({ id }) => id).join(',')),
  }
}
