"""What a user and a maker sign: the limit order of docs/by-hand.md, from its amounts to the signed bytes."""
import secrets
import time
from decimal import ROUND_UP, Context, Decimal, localcontext

from radix_engine_toolkit import Address, InstructionsV2, IntentCoreV2, IntentHeaderV2, MessageV2, PartialTransactionV2
from radix_engine_toolkit import PrivateKey, SignedPartialTransactionV2
from service import amount_of, call, refuse


def key_of(participant):
    new = PrivateKey.new_ed25519 if participant["curve"] == "Ed25519" else PrivateKey.new_secp256k1
    return new(bytes.fromhex(participant["private_key_hex"]))


def text(amount):
    return format(amount, "f")


def in_units(amount, token, rounding):
    """An amount with no more decimals than the token has."""
    return amount.quantize(Decimal(1).scaleb(-token["divisibility"]), rounding, Context(prec=80))


class LimitOrders:
    """Signs limit orders of one account: `role` is "taker" for a user, "maker" for a fill. What the tokens are, whose key settles
    and what fees may cost are the `signer_terms`, which we know for ourselves; keep yours in a file of your own."""

    def __init__(self, network, account, role):
        self.base_url, self.terms = network["base_url"], network["signer_terms"]
        self.network_id = self.terms["network_id"]
        self.address, self.key, self.role = account["address"], key_of(account), role
        self.tokens = {token["symbol"]: token for token in self.terms["tokens"]}
        self.read_fees()

    def read_fees(self):
        """Fees may change; one with former, lower fees is refused."""
        self.read_at = time.monotonic()
        self.info = call(f"{self.base_url}/trade/info")
        level = call(f"{self.base_url}/trade/account_addresses/{self.address}")["level"]
        levels = self.info["per_level_anthic_fee"]
        if not 0 <= level < len(levels):
            refuse(f"no fee is set for account level {level}")
        self.fraction = amount_of(levels[level][f"{self.role}_fee"])

    def access_rule(self):
        rule = bytes.fromhex(self.terms["verify_parent_access_rule_sbor_hex"])
        badge = f"{Address.from_raw(rule[16:46], self.network_id).as_str()}:[{rule[49:].hex()}]"
        return f'Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(NonFungibleGlobalId("{badge}")))))'

    def manifest(self, sell, buy):
        if time.monotonic() - self.read_at > 60:
            self.read_fees()
        sold, bought = (self.tokens[each["symbol"]] for each in (sell, buy))
        entry = {fee["symbol"]: fee for fee in self.info["per_token_settlement_fee"]}.get(sell["symbol"])
        if entry is None:
            refuse(f"no settlement fee is set for {sell['symbol']}")
        amount = Decimal(sell["amount"])
        with localcontext(prec=80):
            platform = in_units(self.fraction * amount, sold, ROUND_UP)
            cost = amount_of(entry["solver_amount"]) + amount_of(entry["transaction_execution_amount"])
            settlement = in_units(cost, sold, ROUND_UP)
            total = amount + platform + settlement
            platform_max = Decimal(self.terms.get("platform_fee_max", "0.01")) * amount
        if not (platform <= platform_max and settlement <= Decimal(self.terms["settlement_fee_max"][sell["symbol"]])):
            refuse(f"fees of {text(platform)} and {text(settlement)} {sell['symbol']}")
        resource, account = f'Address("{sold["resource_address"]}")', f'Address("{self.address}")'
        return f"""VERIFY_PARENT {self.access_rule()};
CALL_METHOD {account} "withdraw" {resource} Decimal("{text(total)}");
TAKE_FROM_WORKTOP {resource} Decimal("{text(amount)}") Bucket("sell");
ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("{bought["resource_address"]}") => Enum<2u8>(Decimal("{buy["amount"]}")));
YIELD_TO_PARENT Bucket("sell");
TAKE_FROM_WORKTOP {resource} Decimal("{text(platform)}") Bucket("platform-fee");
TAKE_FROM_WORKTOP {resource} Decimal("{text(settlement)}") Bucket("settlement-fee");
YIELD_TO_PARENT Bucket("platform-fee") Bucket("settlement-fee");
CALL_METHOD {account} "deposit_batch" Expression("ENTIRE_WORKTOP");
YIELD_TO_PARENT;"""

    def sign(self, sell, buy, expires_in_s):
        """The signed partial transaction in hex."""
        epoch = call(f"{self.base_url}/network/status")["cur_epoch"]
        expiry = int(time.time()) + expires_in_s  # by our own clock: the service's might keep the order alive for a year
        header = IntentHeaderV2(self.network_id, epoch, epoch + 2, None, expiry, secrets.randbits(64))
        instructions = InstructionsV2.from_string(self.manifest(sell, buy), self.network_id)
        subintent = IntentCoreV2(header, [], MessageV2.NONE(), [], instructions).into_subintent()
        signature = self.key.sign_to_signature_with_public_key(subintent.subintent_hash().as_hash())
        return SignedPartialTransactionV2(PartialTransactionV2(subintent, []), [signature], []).to_payload_bytes().hex()
