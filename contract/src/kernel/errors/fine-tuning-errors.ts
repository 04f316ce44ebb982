import { entry } from './entry.ts'

export const fineTuningErrors = {
  'fine-tuning.no-pictures': entry(
    400650,
    'There is no picture in the data: choose a folder or a dataset with pictures (5 to 50 teach well)',
    '数据中没有图片：请选择含图片的文件夹或数据集（5 到 50 张效果较好）',
  ),
  'fine-tuning.too-many-pictures': entry(
    400651,
    'There are more than {most} pictures in the data: choose a folder of it, or some of its files',
    '数据中的图片超过 {most} 张：请选择其中的文件夹或部分文件',
  ),
  'fine-tuning.base-unfit': entry(
    400652,
    'The starter engine teaches floor materials, on the base {known} alone. For pictures of anything else, add a training image of your own',
    '入门引擎仅学习地面材质，基础模型只能是 {known}。如需其他内容，请添加自有训练镜像',
  ),
  'fine-tuning.base-missing': entry(
    400660,
    'The model repository has no checkpoint {name} (.safetensors): add it under Models, or give a folder of the container or a name of the hub',
    '模型仓库中没有检查点 {name}（.safetensors）：请先添加到模型仓库，或填写容器内的文件夹或模型仓库名称',
  ),
  'fine-tuning.image-unfit': entry(
    400653,
    'The training image {image} does not fine-tune: choose the starter engine or a training image of your own',
    '训练镜像 {image} 不能用于微调：请选择入门引擎或自有训练镜像',
  ),
  'fine-tuning.caption-too-long': entry(
    400654,
    'The caption in {path} is longer than {most} characters, or would become so: shorten that text. Nothing was changed',
    '{path} 中的描述超过或将超过 {most} 个字符：请缩短该文本。未做任何修改',
  ),
  'fine-tuning.caption-labels': entry(
    400658,
    '{path} holds labels in numbers (YOLO) and is not written over: move the labels into a folder of their own',
    '{path} 中是数字标注（YOLO），不会被覆盖：请将标注移到单独的文件夹',
  ),
  'fine-tuning.service-blind': entry(
    400659,
    'The service {name} does not see images: choose another, or turn on “Sees images” in its settings',
    '服务 {name} 不能识别图片：请选择其他服务，或在其设置中开启“可识别图片”',
  ),
  'fine-tuning.caption-run-missing': entry(404650, 'There is no such captioning any more', '该描述撰写任务已不存在'),
  'fine-tuning.captions-under-way': entry(
    409651,
    'Pictures of this data space are being captioned: wait for the end, or stop it',
    '该数据空间的图片正在撰写描述：请等待完成或先停止',
  ),
  'fine-tuning.name-taken': entry(
    409650,
    'A LoRA named {name} is in the model repository, or is being trained: choose another name',
    '模型仓库中已有或正在训练名为 {name} 的 LoRA：请换一个名称',
  ),
} as const
