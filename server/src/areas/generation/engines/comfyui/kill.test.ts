import { testComfyuiUnderKills } from '../../testing/comfyui-under-kills.ts'

testComfyuiUnderKills({ images: 12, serverKills: 2, comfyuiKills: 1 })
