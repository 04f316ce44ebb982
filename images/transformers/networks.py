"""The networks of each family, by their size as their authors have them."""

import transformers as library

HGNET = {
    "B0": {
        "stem_channels": [3, 16, 16],
        "stage_in_channels": [16, 64, 256, 512],
        "stage_mid_channels": [16, 32, 64, 128],
        "stage_out_channels": [64, 256, 512, 1024],
        "stage_num_blocks": [1, 1, 2, 1],
        "stage_numb_of_layers": [3, 3, 3, 3],
        "use_learnable_affine_block": True,
    },
    "B2": {
        "stem_channels": [3, 24, 32],
        "stage_in_channels": [32, 96, 384, 768],
        "stage_mid_channels": [32, 64, 128, 256],
        "stage_out_channels": [96, 384, 768, 1536],
        "stage_num_blocks": [1, 1, 3, 1],
        "stage_numb_of_layers": [4, 4, 4, 4],
        "use_learnable_affine_block": True,
    },
    "B4": {"stem_channels": [3, 32, 48], "stage_out_channels": [128, 512, 1024, 2048]},
    "B5": {
        "stem_channels": [3, 32, 64],
        "stage_in_channels": [64, 128, 512, 1024],
        "stage_mid_channels": [64, 128, 256, 512],
        "stage_out_channels": [128, 512, 1024, 2048],
        "stage_num_blocks": [1, 2, 5, 2],
    },
}


def hgnet(name, levels):
    shape = HGNET[name]
    # The library takes the channels that it announces from `hidden_sizes`.
    return library.HGNetV2Config(out_indices=list(range(5 - levels, 5)), hidden_sizes=shape["stage_out_channels"], **shape)


def queries(input_size, strides):
    """As many objects as the families look for, or as many places as small inputs have."""
    return min(300, sum((input_size // stride) ** 2 for stride in strides))


def dfine(size, input_size):
    """D-FINE: 1 is N, 5 is X."""
    backbone, levels = ("B0", "B0", "B2", "B4", "B5")[size - 1], 2 if size == 1 else 3
    hidden, wide = (128, 256, 256, 256, 256)[size - 1], (128, 256, 256, 256, 384)[size - 1]
    config = hgnet(backbone, levels)
    strides = [8, 16, 32][-levels:]
    return library.DFineConfig(
        backbone_config=config,
        # Frozen ones normalize by statistics of pretraining, which a backbone that begins from nothing does not have.
        freeze_backbone_batch_norms=False,
        num_queries=queries(input_size, strides),
        encoder_in_channels=config.stage_out_channels[-levels:],
        encoder_hidden_dim=wide,
        encoder_ffn_dim=(512, 1024, 1024, 1024, 2048)[size - 1],
        encode_proj_layers=[levels - 1],
        feat_strides=strides,
        hidden_expansion=(0.34, 0.5, 1.0, 1.0, 1.0)[size - 1],
        depth_mult=(0.5, 0.34, 0.67, 1.0, 1.0)[size - 1],
        d_model=hidden,
        decoder_in_channels=[wide] * levels,
        decoder_ffn_dim=512 if size == 1 else 1024,
        num_feature_levels=levels,
        decoder_n_points=[6, 6] if size == 1 else [3, 6, 3],
        decoder_layers=(3, 3, 4, 6, 6)[size - 1],
        reg_scale=8.0 if size == 5 else 4.0,
    )


def rfdetr(size, input_size):
    """RF-DETR: 1 is Nano, 4 is Large."""
    backbone = library.RfDetrDinov2Config(
        hidden_size=384,
        num_attention_heads=6,
        patch_size=16,
        num_windows=2,
        image_size=input_size,
        out_features=["stage3", "stage6", "stage9", "stage12"],
    )
    layers = (2, 3, 4, 4)[size - 1]
    return library.RfDetrConfig(backbone_config=backbone, num_queries=queries(input_size, (16,)), decoder_layers=layers)


def segformer(size):
    """SegFormer: 1 is B0, 6 is B5."""
    return library.SegformerConfig(
        depths=([2, 2, 2, 2], [2, 2, 2, 2], [3, 4, 6, 3], [3, 4, 18, 3], [3, 8, 27, 3], [3, 6, 40, 3])[size - 1],
        hidden_sizes=[32, 64, 160, 256] if size == 1 else [64, 128, 320, 512],
        decoder_hidden_size=256 if size < 3 else 768,
    )


# Classifiers of timm, the fastest first.
CLASSIFIERS = ("mobilenetv4_conv_small", "mobilenetv4_conv_medium", "tf_efficientnetv2_s", "convnext_tiny", "convnext_base")
