import { catalogue } from '#lib/i18n.ts'

export const comfyuiText = catalogue('models-lora-comfyui', {
  en: {
    setUp: 'Where ComfyUI’s folder is on this machine or shared with it, {variable} lets the server put it there.',
    absent: 'It can be put into the folder of ComfyUI ({folder}) as {file}.',
    present: 'It lies in the folder of ComfyUI ({folder}): name {file} as LoRA in a generation with its workflow.',
    foreign:
      'Another file named {file} lies in the folder of ComfyUI ({folder}). Rename that file, or add this model under another name.',
    unreachable: 'The folder of ComfyUI ({folder}) is not there: mount it, or download the file.',
    put: 'Put into ComfyUI',
    remove: 'Take out of ComfyUI',
  },
  zh: {
    setUp: '如果 ComfyUI 的目录在本机或已共享到本机，设置 {variable} 后可由服务器放入。',
    absent: '可放入 ComfyUI 目录（{folder}），文件名为 {file}。',
    present: '已在 ComfyUI 目录（{folder}）中：在使用其工作流的生成任务中将 LoRA 填写为 {file}。',
    foreign: 'ComfyUI 目录（{folder}）中已有其他文件 {file}。请重命名该文件，或以其他名称添加此模型。',
    unreachable: 'ComfyUI 目录（{folder}）不存在：请挂载该目录，或下载文件。',
    put: '放入 ComfyUI',
    remove: '从 ComfyUI 移除',
  },
})
