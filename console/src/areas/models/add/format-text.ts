import { catalogue } from '#lib/i18n.ts'

export const formatText = catalogue('models-formats', {
  en: {
    title: 'What becomes of which files',
    runs: 'Runs here',
    runsFiles: '.onnx',
    runsWords: 'Of this product, YOLO (v5 to 26), RF-DETR, RT-DETR, D-FINE, DEIM, torchvision, classifiers, segmenters',
    generates: 'Used by generations',
    generatesFiles: 'LoRAs as .safetensors',
    generatesWords: 'Laid under the scenes that are generated',
    kept: 'Kept for download',
    keptFiles: '.pt, .engine, .rknn, .tflite, .safetensors, .gguf',
    keptWords: 'Nothing runs them here; devices and people fetch them',
  },
  zh: {
    title: '各类文件的用途',
    runs: '可在此运行',
    runsFiles: '.onnx',
    runsWords: '本产品、YOLO（v5 至 26）、RF-DETR、RT-DETR、D-FINE、DEIM、torchvision，以及分类和分割模型',
    generates: '用于生成',
    generatesFiles: 'LoRA（.safetensors）',
    generatesWords: '在生成图片时叠加到场景',
    kept: '仅保存以供下载',
    keptFiles: '.pt、.engine、.rknn、.tflite、.safetensors、.gguf',
    keptWords: '不在此运行，供设备和人员获取',
  },
})
