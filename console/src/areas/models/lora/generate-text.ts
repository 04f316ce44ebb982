import { catalogue } from '#lib/i18n.ts'

export const generateText = catalogue('models-lora-generate', {
  en: {
    title: 'Generate with {name}',
    toForm: 'Continue',
    failed: 'Failed to open the form',
    space: 'Data space',
    spaceHint: 'The images go into it.',
    noWorkflow: 'No workflow takes it',
    noWorkflowWords: 'LoRAs of this base need ComfyUI and a workflow of it with a place for LoRAs.',
    toServices: 'Set up ComfyUI',
    noSpace: 'No data space for the images',
    noSpaceWords: 'Images are generated into a data space: create one first.',
    toSpaces: 'To the data spaces',
    made: 'Made with it',
    madeIn: 'Images of {name}',
  },
  zh: {
    title: '用 {name} 生成',
    toForm: '继续',
    failed: '打开表单失败',
    space: '数据空间',
    spaceHint: '图片将存入其中。',
    noWorkflow: '没有支持它的工作流',
    noWorkflowWords: '该基础模型的 LoRA 需要 ComfyUI，及其中可加载 LoRA 的工作流。',
    toServices: '配置 ComfyUI',
    noSpace: '没有可存放图片的数据空间',
    noSpaceWords: '图片会生成到数据空间中：请先创建一个。',
    toSpaces: '前往数据空间',
    made: '用它生成的图片',
    madeIn: '{name} 的图片',
  },
})
