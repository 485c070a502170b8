"""Compiles and signs every vector of docs/vectors.json with the official toolkit, which knows nothing of our codec."""

import json
import pathlib

from radix_engine_toolkit import (
    Hash,
    InstructionsV2,
    IntentCoreV2,
    IntentHeaderV2,
    MessageContentsV2,
    MessageV2,
    PartialTransactionV2,
    PlainTextMessageV2,
    PrivateKey,
    SignedPartialTransactionV2,
)

document = json.loads(pathlib.Path(__file__, "../../../docs/vectors.json").resolve().read_text(encoding="utf8"))
network_id = document["context"]["network_id"]
unreadable = ("invalid_signature", "invalid_signed_partial_transaction")


def message_of(vector):
    text = vector.get("message")
    if text is None:
        return MessageV2.NONE()
    return MessageV2.PLAIN_TEXT(PlainTextMessageV2("text/plain", MessageContentsV2.STR(text)))


def key_of(key):
    new = PrivateKey.new_ed25519 if key["curve"] == "Ed25519" else PrivateKey.new_secp256k1
    return new(bytes.fromhex(key["privateKey"]))


for vector in document["vectors"]:
    header = vector["header"]
    discriminator = int(header["intent_discriminator"])
    values = [value for name, value in header.items() if name != "intent_discriminator"]
    instructions = InstructionsV2.from_string(vector["manifest"], network_id)
    core = IntentCoreV2(IntentHeaderV2(*values, discriminator), [], message_of(vector), [], instructions)
    subintent = core.into_subintent()
    subintent_hash = subintent.subintent_hash()
    assert subintent_hash.as_str() == vector["subintent_id"], vector["label"]
    assert subintent_hash.bytes().hex() == vector["subintent_hash"], vector["label"]
    hash = Hash(subintent_hash.bytes())
    signatures = [key_of(key).sign_to_signature_with_public_key(hash) for key in vector["keys"]]
    signed = SignedPartialTransactionV2(PartialTransactionV2(subintent, []), signatures, []).to_payload_bytes().hex()
    is_printed = signed == vector["signed_partial_transaction"]
    assert is_printed == (vector.get("code") not in unreadable), vector["label"]

print(len(document["vectors"]), "vectors")
