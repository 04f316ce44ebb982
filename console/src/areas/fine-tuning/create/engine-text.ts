import { catalogue } from '#lib/i18n.ts'

export const engineText = catalogue('fine-tuning-engine', {
  en: {
    ownTitle: 'A training image of your own',
    ownWords:
      'Its program finds the pictures with their captions (.txt) in the data folder, the name in LORA_NAME and the trigger words in TRIGGER_WORDS. It leaves a .safetensors file in the output folder, and pictures as samples/step-000050-0.png.',
    diffusersTitle: 'Stable Diffusion, SDXL and Flux, with diffusers',
    diffusersWords:
      'Learns anything from captioned pictures, in a pool with a container engine and an accelerator of 12 GB or more. Build the image first, as its README says.',
    toImages: 'Training images',
    base: 'Base model',
    baseHint:
      'A folder or .safetensors file in the container, a name of the hub, or repository: and the name of a checkpoint in the model repository.',
    baseHintOwn:
      'As the training image names it: a folder in it, or a name of a hub. The program reads it from BASE_MODEL. With repository: and a name, a checkpoint of the model repository lies among the data.',
    baseMissing: 'Please enter a base model',
    baseExample: 'For example stabilityai/stable-diffusion-xl-base-1.0',
  },
  zh: {
    ownTitle: '自有训练镜像',
    ownWords:
      '程序在数据文件夹中读取图片及其描述（.txt），名称在 LORA_NAME，触发词在 TRIGGER_WORDS；结果为输出文件夹中的 .safetensors 文件，样张为 samples/step-000050-0.png。',
    diffusersTitle: 'Stable Diffusion、SDXL 与 Flux（diffusers）',
    diffusersWords:
      '从带描述的图片学习任意内容，需要有容器引擎且加速卡显存不低于 12 GB 的资源池。请先按 README 构建镜像。',
    toImages: '训练镜像',
    base: '基础模型',
    baseHint: '容器内的文件夹或 .safetensors 文件、Hub 上的名称，或 repository: 加模型仓库中检查点的名称。',
    baseHintOwn:
      '按训练镜像的写法填写：镜像内的文件夹，或 Hub 上的名称。程序从 BASE_MODEL 读取。填写 repository: 加名称时，模型仓库中的检查点会放入数据文件夹。',
    baseMissing: '请输入基础模型',
    baseExample: '例如 stabilityai/stable-diffusion-xl-base-1.0',
  },
})
