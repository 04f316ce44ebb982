import { entry } from './entry.ts'

export const generationErrors = {
  'generation.not-found': entry(40491, 'This generation no longer exists', '该生成任务已不存在'),
  'generation.workflow-missing': entry(
    40493,
    'This workflow no longer exists: choose another one',
    '该工作流已不存在，请选择其他工作流',
  ),
  'generation.side': entry(
    40091,
    'Width and height must be multiples of 16, from {least} to {most}',
    '宽度和高度必须是 16 的倍数，范围 {least} 到 {most}',
  ),
  'generation.empty-items': entry(40092, 'Empty items exist', '存在空的配置项'),
  'generation.incomplete': entry(40093, 'Please complete the form', '请完善表单'),
  'generation.range': entry(40094, 'Min value cannot exceed max value', '最小值不能大于最大值'),
  'generation.word-unknown': entry(
    40095,
    'Item {item}: this workflow does not know “{word}”. It knows {known}',
    '第 {item} 项：该工作流不支持“{word}”，可用：{known}',
  ),
  'generation.field-unfit': entry(40096, 'This workflow does not take: {field}', '该工作流不支持：{field}'),
  'generation.no-depth-maps': entry(40097, 'There are no images to take the depth from', '没有可用作深度参考的图片'),
  'generation.style-unreadable': entry(
    40098,
    'The style image is not a picture that can be read: choose another one',
    '风格图片不是可读取的图片，请选择其他图片',
  ),
  'generation.score-model-missing': entry(
    40494,
    'This score model no longer exists: choose another one',
    '该评分模型已不存在，请选择其他模型',
  ),
  'generation.lora-missing': entry(
    40497,
    'There is no LoRA named {name} in the model repository',
    '模型仓库中没有名为 {name} 的 LoRA',
  ),
  'generation.lora-in-use': entry(
    409656,
    'A generation that has not ended uses {name}: stop it or wait for its end, and delete the LoRA then',
    '尚未结束的生成任务正在使用 {name}：请先停止该任务或等待其结束，再删除 LoRA',
  ),
  'generation.lora-unfit': entry(
    400655,
    '{name} is not a LoRA of floor materials, which the renderer lays: use it with a workflow of ComfyUI, in whose folder models/loras it must lie',
    '{name} 不是渲染器可铺设的地面材质 LoRA：请放入 ComfyUI 的 models/loras 目录，并用 ComfyUI 工作流生成',
  ),
  'generation.lora-strength': entry(
    400656,
    'The renderer takes strengths from 0 to {most}',
    '渲染器支持的强度为 0 到 {most}',
  ),
  'generation.lora-several': entry(
    400657,
    'The renderer lays one material at a time: switch the other LoRAs off, or make a generation for each',
    '渲染器每次只能铺设一种材质：请关闭其他 LoRA，或分别创建生成任务',
  ),
  'generation.score-failed': entry(50291, 'Model call failed: {reason}', '模型调用失败：{reason}'),
  'generation.gave-up': entry(
    50292,
    '{count} images failed one after the other, the last one because: {reason}',
    '连续 {count} 张图片生成失败，最后一次的原因：{reason}',
  ),
  'generation.ended': entry(40991, 'This generation has already ended', '该生成任务已结束'),
  'generation.not-ended': entry(
    40992,
    'The generation has not ended: stop it before it is deleted',
    '生成任务尚未结束：请先停止再删除',
  ),
  'item-draft.not-found': entry(40495, 'These items no longer exist', '这些场景项已不存在'),
  'workflow.editor-file': entry(
    40088,
    'This is the file that the editor of ComfyUI keeps for itself, which cannot be run. In ComfyUI choose Workflow > Export (API) and import that file',
    '这是 ComfyUI 编辑器自己的工作流文件，无法直接运行。请在 ComfyUI 中选择“工作流 > 导出 (API)”，然后导入该文件',
  ),
  'workflow.unreadable': entry(
    40082,
    'This is not a workflow of ComfyUI in its API format: {detail}',
    '这不是 ComfyUI 的 API 格式工作流：{detail}',
  ),
  'workflow.slot-unfit': entry(
    40083,
    '{slot}: node {node} has no input {input} that takes it',
    '{slot}：节点 {node} 没有可接收它的输入 {input}',
  ),
  'workflow.value-unfit': entry(40079, 'Node {node} has no text at {input}', '节点 {node} 的 {input} 不是文本'),
  'workflow.not-kept': entry(40496, 'The workflow of this image was not kept', '未保存该图片的工作流'),
  'workflow.no-output': entry(
    40084,
    'It is not known which node of this workflow gives the image: choose its output node',
    '无法确定该工作流由哪个节点输出图片：请选择输出节点',
  ),
  'workflow.lacks': entry(
    40085,
    'No ComfyUI server has all that this workflow needs. {missing}',
    '没有一台 ComfyUI 服务器具备该工作流所需的全部内容。{missing}',
  ),
  'workflow.refused': entry(40086, 'ComfyUI refused the workflow: {reason}', 'ComfyUI 拒绝了该工作流：{reason}'),
  'workflow.no-server': entry(
    40087,
    'No ComfyUI server is set up: add one in the settings, under Services',
    '尚未配置 ComfyUI 服务器：请在系统设置的“服务”中添加',
  ),
  'workflow.name-taken': entry(40994, 'A workflow named {name} already exists', '名为 {name} 的工作流已存在'),
  'workflow.servers-down': entry(
    50281,
    'No ComfyUI server makes images: {reason}',
    '没有可用的 ComfyUI 服务器：{reason}',
  ),
  'preset.not-found': entry(40492, 'This preset no longer exists', '该预设已不存在'),
  'preset.name-taken': entry(40993, 'A preset named {name} already exists', '名为 {name} 的预设已存在'),
} as const
