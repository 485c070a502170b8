"""A solver in Python: settles each bundle of the running local network in a root of its own. solver.py [network.json]"""

import asyncio
import json
import secrets
import sys

import websockets
from limit_order import key_of
from radix_engine_toolkit import (
    InstructionsV2,
    IntentHeaderV2,
    ManifestSborStringRepresentation,
    MessageV2,
    SerializationMode,
    SignedPartialTransactionV2,
    TransactionHeaderV2,
    TransactionManifestV2,
    TransactionV2Builder,
    manifest_sbor_decode_to_string_representation,
)
from service import call, network_file

VERIFY_PARENT, ASSERT_NEXT_CALL_RETURNS_ONLY = "98", "10"
network = network_file()
network_id = network["network_id"]
account = next(solver for solver in network["solvers"] if not solver["bot"])
key, address = key_of(account), f'Address("{account["address"]}")'


def read_item(item):
    """The outer's id, what the order or fill inside buys, and until when it is valid."""
    as_json = ManifestSborStringRepresentation.JSON(SerializationMode.PROGRAMMATIC)
    payload = json.loads(manifest_sbor_decode_to_string_representation(bytes.fromhex(item), as_json, network_id, None))
    inner = payload["fields"][0]["fields"][1]["elements"][0]["fields"][0]["fields"]
    header, instructions = inner[0]["fields"], inner[4]["elements"]
    first = next(n for n, each in enumerate(instructions) if each["variant_id"] == VERIFY_PARENT)
    bought = next(each for each in instructions[first:] if each["variant_id"] == ASSERT_NEXT_CALL_RETURNS_ONLY)
    entry = bought["fields"][0]["entries"][0]
    return {
        "signed": SignedPartialTransactionV2.from_payload_bytes(bytes.fromhex(item)),
        "resource": entry["key"]["value"],
        "amount": entry["value"]["fields"][0]["value"],
        "epochs": (int(header[1]["value"]), int(header[2]["value"])),
        "expiry": int(header[4]["fields"][0]["value"]),
    }


def root_of(items):
    numbered = list(enumerate(items, 1))
    hashes = [item["signed"].root_subintent_hash() for item in items]
    lines = [
        *(f'USE_CHILD NamedIntent("item-{n}") Intent("{hash.as_str()}");' for n, hash in enumerate(hashes, 1)),
        f'CALL_METHOD {address} "lock_fee" Decimal("5");',
        *(f'YIELD_TO_CHILD NamedIntent("item-{n}");' for n, _ in numbered),
        *(
            f'TAKE_FROM_WORKTOP Address("{item["resource"]}") Decimal("{item["amount"]}") Bucket("buy-{n}");'
            for n, item in numbered
        ),
        *(f'YIELD_TO_CHILD NamedIntent("item-{n}") Bucket("buy-{n}");' for n, _ in numbered),
        f'CALL_METHOD {address} "deposit_batch" Expression("ENTIRE_WORKTOP");',
    ]
    instructions = InstructionsV2.from_string("\n".join(lines), network_id)
    start, end = max(item["epochs"][0] for item in items), min(item["epochs"][1] for item in items)
    expiry = min(item["expiry"] for item in items)
    builder = TransactionV2Builder()
    for item in items:
        builder = builder.add_child(item["signed"])
    builder = builder.transaction_header(TransactionHeaderV2(key.public_key(), True, 0))
    builder = builder.intent_header(IntentHeaderV2(network_id, start, end, None, expiry, secrets.randbits(64)))
    builder = builder.manifest(TransactionManifestV2(instructions, [], [hash.as_hash() for hash in hashes]))
    return builder.message(MessageV2.NONE()).prepare_for_signing().notarize_with_private_key(key)


async def run():
    async with websockets.connect(f'{network["solver_url"]}/subintent-stream') as socket:
        async for text in socket:
            message = json.loads(text)
            root = root_of([read_item(item) for item in message["params"]])
            submitted = {"notarized_transaction_hex": root.to_payload_bytes().hex()}
            await asyncio.to_thread(call, f'{network["gateway_url"]}/transaction/submit', submitted)
            print("submitted", root.intent_hash().as_str(), flush=True)
    sys.exit("the service closed the connection")  # a program of yours reconnects


asyncio.run(run())
