import { catalogue } from '#lib/i18n.ts'

/** Failures possible in the form; the full catalogue would add to the page's weight. */
export const problemText = catalogue('generation-problems', {
  en: {
    'generation.side': 'Width and height must be multiples of 16, from {least} to {most}',
    'generation.empty-items': 'Empty items exist',
    'generation.incomplete': 'Please complete the form',
    'generation.range': 'Min value cannot exceed max value',
    'generation.lora-several':
      'The renderer lays one material at a time: switch the other LoRAs off, or make a generation for each',
    'generation.lora-strength': 'The renderer takes strengths from 0 to {most}',
    'generation.word-unknown': 'Item {item}: this workflow does not know “{word}”. It knows {known}',
  },
  zh: {
    'generation.side': '宽度和高度必须是 16 的倍数，范围 {least} 到 {most}',
    'generation.empty-items': '存在空的配置项',
    'generation.incomplete': '请完善表单',
    'generation.range': '最小值不能大于最大值',
    'generation.lora-several': '渲染器每次只能铺设一种材质：请关闭其他 LoRA，或分别创建生成任务',
    'generation.lora-strength': '渲染器支持的强度为 0 到 {most}',
    'generation.word-unknown': '第 {item} 项：该工作流不支持“{word}”，可用：{known}',
  },
})
