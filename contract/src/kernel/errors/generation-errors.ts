export const generationErrors = {
  'generation.not-found': { code: 40491, text: { en: 'This generation no longer exists', zh: '该生成任务已不存在' } },
  'generation.workflow-missing': {
    code: 40493,
    text: { en: 'This workflow no longer exists: choose another one', zh: '该工作流已不存在，请选择其他工作流' },
  },
  'generation.side': {
    code: 40091,
    text: {
      en: 'Width and height must be multiples of 16, from {least} to {most}',
      zh: '宽度和高度必须是 16 的倍数，范围 {least} 到 {most}',
    },
  },
  'generation.empty-items': { code: 40092, text: { en: 'Empty items exist', zh: '存在空的配置项' } },
  'generation.incomplete': { code: 40093, text: { en: 'Please complete the form', zh: '请完善表单' } },
  'generation.range': { code: 40094, text: { en: 'Min value cannot exceed max value', zh: '最小值不能大于最大值' } },
  'generation.word-unknown': {
    code: 40095,
    text: {
      en: 'Item {item}: this workflow does not know “{word}”. It knows {known}',
      zh: '第 {item} 项：该工作流不支持“{word}”，可用：{known}',
    },
  },
  'generation.field-unfit': {
    code: 40096,
    text: { en: 'This workflow does not take: {field}', zh: '该工作流不支持：{field}' },
  },
  'generation.no-depth-maps': {
    code: 40097,
    text: { en: 'There are no images to take the depth from', zh: '没有可用作深度参考的图片' },
  },
  'generation.style-unreadable': {
    code: 40098,
    text: {
      en: 'The style image is not a picture that can be read: choose another one',
      zh: '风格图片不是可读取的图片，请选择其他图片',
    },
  },
  'generation.score-model-missing': {
    code: 40494,
    text: { en: 'This score model no longer exists: choose another one', zh: '该评分模型已不存在，请选择其他模型' },
  },
  'generation.lora-missing': {
    code: 40497,
    text: { en: 'There is no LoRA named {name} in the model repository', zh: '模型仓库中没有名为 {name} 的 LoRA' },
  },
  'generation.lora-in-use': {
    code: 409656,
    text: {
      en: 'A generation that has not ended uses {name}: stop it or wait for its end, and delete the LoRA then',
      zh: '尚未结束的生成任务正在使用 {name}：请先停止该任务或等待其结束，再删除 LoRA',
    },
  },
  'generation.lora-unfit': {
    code: 400655,
    text: {
      en: '{name} is not a LoRA of floor materials, which the renderer lays: use it with a workflow of ComfyUI, in whose folder models/loras it must lie',
      zh: '{name} 不是渲染器可铺设的地面材质 LoRA：请放入 ComfyUI 的 models/loras 目录，并用 ComfyUI 工作流生成',
    },
  },
  'generation.lora-strength': {
    code: 400656,
    text: { en: 'The renderer takes strengths from 0 to {most}', zh: '渲染器支持的强度为 0 到 {most}' },
  },
  'generation.lora-several': {
    code: 400657,
    text: {
      en: 'The renderer lays one material at a time: switch the other LoRAs off, or make a generation for each',
      zh: '渲染器每次只能铺设一种材质：请关闭其他 LoRA，或分别创建生成任务',
    },
  },
  'generation.score-failed': { code: 50291, text: { en: 'Model call failed: {reason}', zh: '模型调用失败：{reason}' } },
  'generation.gave-up': {
    code: 50292,
    text: {
      en: '{count} images failed one after the other, the last one because: {reason}',
      zh: '连续 {count} 张图片生成失败，最后一次的原因：{reason}',
    },
  },
  'generation.ended': { code: 40991, text: { en: 'This generation has already ended', zh: '该生成任务已结束' } },
  'generation.not-ended': {
    code: 40992,
    text: { en: 'The generation has not ended: stop it before it is deleted', zh: '生成任务尚未结束：请先停止再删除' },
  },
  'item-draft.not-found': { code: 40495, text: { en: 'These items no longer exist', zh: '这些场景项已不存在' } },
  'workflow.editor-file': {
    code: 40088,
    text: {
      en: 'This is the file that the editor of ComfyUI keeps for itself, which cannot be run. In ComfyUI choose Workflow > Export (API) and import that file',
      zh: '这是 ComfyUI 编辑器自己的工作流文件，无法直接运行。请在 ComfyUI 中选择“工作流 > 导出 (API)”，然后导入该文件',
    },
  },
  'workflow.unreadable': {
    code: 40082,
    text: {
      en: 'This is not a workflow of ComfyUI in its API format: {detail}',
      zh: '这不是 ComfyUI 的 API 格式工作流：{detail}',
    },
  },
  'workflow.slot-unfit': {
    code: 40083,
    text: {
      en: '{slot}: node {node} has no input {input} that takes it',
      zh: '{slot}：节点 {node} 没有可接收它的输入 {input}',
    },
  },
  'workflow.value-unfit': {
    code: 40079,
    text: { en: 'Node {node} has no text at {input}', zh: '节点 {node} 的 {input} 不是文本' },
  },
  'workflow.not-kept': {
    code: 40496,
    text: { en: 'The workflow of this image was not kept', zh: '未保存该图片的工作流' },
  },
  'workflow.no-output': {
    code: 40084,
    text: {
      en: 'It is not known which node of this workflow gives the image: choose its output node',
      zh: '无法确定该工作流由哪个节点输出图片：请选择输出节点',
    },
  },
  'workflow.lacks': {
    code: 40085,
    text: {
      en: 'No ComfyUI server has all that this workflow needs. {missing}',
      zh: '没有一台 ComfyUI 服务器具备该工作流所需的全部内容。{missing}',
    },
  },
  'workflow.refused': {
    code: 40086,
    text: { en: 'ComfyUI refused the workflow: {reason}', zh: 'ComfyUI 拒绝了该工作流：{reason}' },
  },
  'workflow.no-server': {
    code: 40087,
    text: {
      en: 'No ComfyUI server is set up: add one in the settings, under Services',
      zh: '尚未配置 ComfyUI 服务器：请在系统设置的“服务”中添加',
    },
  },
  'workflow.name-taken': {
    code: 40994,
    text: { en: 'A workflow named {name} already exists', zh: '名为 {name} 的工作流已存在' },
  },
  'workflow.servers-down': {
    code: 50281,
    text: { en: 'No ComfyUI server makes images: {reason}', zh: '没有可用的 ComfyUI 服务器：{reason}' },
  },
  'preset.not-found': { code: 40492, text: { en: 'This preset no longer exists', zh: '该预设已不存在' } },
  'preset.name-taken': {
    code: 40993,
    text: { en: 'A preset named {name} already exists', zh: '名为 {name} 的预设已存在' },
  },
} as const
