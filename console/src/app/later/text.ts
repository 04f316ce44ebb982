import { catalogue } from '#lib/i18n.ts'

export const text = catalogue('later', {
  en: {
    title: '{area} arrives with a later version',
    promises: 'What it will do',
    meanwhile: 'What works today',
    fineTuning: 'Fine-tune an image generation model, so that it draws your own scenes.',
    fineTuningFirst: 'Choose the pictures of a data space, a base model and the time it may take',
    fineTuningSecond: 'Follow the training with samples, and stop it at any time',
    fineTuningThird: 'Use the resulting LoRA model when you generate images',
    fineTuningNow: 'Collect the pictures in a data space',
    fineTuningAlso: 'Train a detector on labeled images',
  },
  zh: {
    title: '{area}将在后续版本提供',
    promises: '将会提供',
    meanwhile: '现在可以使用',
    fineTuning: '微调图像生成模型，生成属于你自己的场景。',
    fineTuningFirst: '选择数据空间中的图片、基础模型和训练时长',
    fineTuningSecond: '查看训练样张，随时停止',
    fineTuningThird: '生成图片时使用得到的 LoRA 模型',
    fineTuningNow: '在数据空间中收集图片',
    fineTuningAlso: '用已标注的图片训练检测模型',
  },
})
