import { testComfyuiUnderKills } from '../../testing/comfyui-under-kills.ts'

testComfyuiUnderKills({ images: 120, serverKills: 20, comfyuiKills: 5 })
