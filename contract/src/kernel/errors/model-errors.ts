import { entry } from './entry.ts'

export const modelErrors = {
  'model-file.damaged': entry(
    400640,
    'This is no ONNX model, or it is damaged: {reason}. Export or upload it again',
    '该文件不是 ONNX 模型或已损坏：{reason}。请重新导出或上传',
  ),
  'model-file.unrecognized': entry(
    400641,
    'This ONNX model cannot be run here: {reason}',
    '无法在此运行该 ONNX 模型：{reason}',
  ),
  'model-file.unsafe': entry(400642, 'This ONNX model is not taken: {reason}', '不接受该 ONNX 模型：{reason}'),
  'model-file.unusable': entry(
    400643,
    'The model was tried on a picture and did not run: {reason}. Correct how pictures become its input, or export it again',
    '用一张图片试运行该模型时失败：{reason}。请更正输入设置，或重新导出',
  ),
  'model-file.labels-missing': entry(
    400644,
    'The file does not say what its classes are called: type their names, in the order of the model',
    '文件中没有类别名称，请按模型中的顺序填写',
  ),
  'model-file.labels-differ': entry(
    400645,
    'The model has {expected} classes, and {given} names were given',
    '模型有 {expected} 个类别，但给出了 {given} 个名称',
  ),
  'model-file.too-large': entry(413640, 'Model files of up to {limit} are taken', '模型文件最大为 {limit}'),
  'lora-file.damaged': entry(
    400646,
    'This is no safetensors file, or it is damaged: {reason}. Download or export it anew',
    '该文件不是 safetensors 文件或已损坏：{reason}。请重新下载或导出',
  ),
  'model-file.other-content': entry(
    400647,
    'The file ends in .{format} and holds something else: name it by what it is, or upload it again',
    '文件扩展名为 .{format}，但内容不符：请按实际格式命名，或重新上传',
  ),
  'model-file.picture-unreadable': entry(
    400649,
    'This picture cannot be read: {reason}. Choose another',
    '无法读取该图片：{reason}。请换一张',
  ),
  'model.not-runnable': entry(
    400648,
    '{name} does not run on images here: LoRAs are chosen in the form of a generation, files of other formats are downloaded',
    '{name} 不能在此对图片推理：LoRA 请在生成表单中选择，其他格式的文件请下载使用',
  ),
  'model.not-tileable': entry(
    400669,
    '{name} says something of the picture as a whole, which tiles of it do not: switch tiles off',
    '{name} 针对整张图片给出结果，无法切片推理：请关闭切片',
  ),
  'comparison.other-kinds': entry(
    400670,
    'Models of different label types have no figure in common: choose models of one',
    '标签类型不同的模型没有共同指标，请选择同一类型的模型',
  ),
  'comparison.unreadable': entry(
    409670,
    'What the models found cannot be read any more: run them on this version again',
    '模型的预测结果已无法读取，请在该版本上重新运行',
  ),
  'comparison.not-ready': entry(
    409671,
    'The comparison is not counted yet: all models have to run on this version first',
    '对比尚未完成：所有模型需要先在该版本上运行',
  ),
  'comparison.too-many': entry(
    429670,
    'Other comparisons are being counted: try again in a minute',
    '其他对比正在计算，请稍后重试',
  ),
  'comparison.too-large': entry(
    409672,
    'The models found more than can be compared at once: choose fewer models, or a smaller version',
    '预测数量过多，无法同时对比：请减少模型，或选择更小的版本',
  ),
  'comfyui-lora.unfit': entry(
    400665,
    'ComfyUI has no use for {name}: it takes LoRAs of Stable Diffusion, Flux and the like, whose names are those of files',
    'ComfyUI 无法使用 {name}：仅支持 Stable Diffusion、Flux 等系列的 LoRA，且名称须可作文件名',
  ),
  'comfyui-lora.unset': entry(
    400666,
    'No folder of ComfyUI is set up: start the server with VERMILION_COMFYUI_LORAS, or download the file and put it into models/loras',
    '未配置 ComfyUI 目录：请用 VERMILION_COMFYUI_LORAS 启动服务器，或下载文件后放入 models/loras',
  ),
  'comfyui-lora.foreign': entry(
    409665,
    '{file} in the folder of ComfyUI is another file, and stays: rename it there, or add the model under another name',
    'ComfyUI 目录中的 {file} 是其他文件，予以保留：请重命名该文件，或以其他名称添加模型',
  ),
  'comfyui-lora.unwritable': entry(
    400667,
    'Nothing can be written in {folder}: check that it exists, that the server may write there, and its free space',
    '无法写入 {folder}：请检查目录是否存在、服务器是否有写权限以及剩余空间',
  ),
  'model.sample-missing': entry(404640, 'The model has no such sample', '该模型没有此样张'),
} as const
